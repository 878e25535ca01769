package org.jmpi.comm.events;

import org.jmpi.comm.datatype.BasicType;

/** A collective operation: the same at every rank of a correct program. */
public interface Collective {
    /** The root of an operation that has none. */
    int NO_ROOT = -1;

    /** {@return the operation's name} */
    String operation();

    /** {@return the root's rank, or {@link #NO_ROOT}} */
    int root();

    /** {@return the operator's name; empty if there is none} */
    String operator();

    /** {@return the type of the elements; NONE if ranks may give different ones} */
    BasicType type();

    /** {@return bytes, or the number of elements if these have no width; 0 if ranks may give different numbers} */
    long amount();
}
