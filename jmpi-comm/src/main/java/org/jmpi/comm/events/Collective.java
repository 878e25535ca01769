package org.jmpi.comm.events;

import org.jmpi.comm.datatype.BasicType;

/** A collective operation: the same at every rank of a correct program. */
public interface Collective {
    /** The root of an operation that has none. */
    int NO_ROOT = -1;

    /** Stands for the root at the root itself, on an intercommunicator. */
    int ROOT = -4;

    /** Stands for the root at the other ranks of its group, which take no part, on an intercommunicator. */
    int PROC_NULL = -3;

    /** {@return the operation's name} */
    String operation();

    /** {@return the root's rank, {@link #NO_ROOT}, {@link #ROOT} or {@link #PROC_NULL}} */
    int root();

    /** {@return the operator's name; empty if there is none} */
    String operator();

    /** {@return the type of the elements; NONE if ranks may give different ones} */
    BasicType type();

    /**
     * {@return a root as a program gives it}
     *
     * @param root a rank, {@link #ROOT} or {@link #PROC_NULL}
     */
    static String rootName(int root) {
        if (root == ROOT) return "MPI.ROOT";
        return root == PROC_NULL ? "MPI.PROC_NULL" : Integer.toString(root);
    }

    /** {@return bytes, or the number of elements if these have no width; 0 if ranks may give different numbers} */
    long amount();
}
