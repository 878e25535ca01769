package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.op.Reducer;

/**
 * What tells a call of a collective operation from others, and is the same at every rank of a correct program.
 *
 * @param operation its name
 * @param root the root's rank, or {@link #NO_ROOT}
 * @param op the operator; null if there is none
 * @param items as many elements as every rank has to give; null if ranks may give different numbers
 */
public record Signature(String operation, int root, Reducer op, Buffer items) {
    /** The root of an operation that has none. */
    public static final int NO_ROOT = -1;

    /** {@return the operator's name, or what stands for all that are the program's own; empty if there is none} */
    public String operator() {
        if (op == null) return "";
        return op instanceof Predefined ? op.name() : "own operator";
    }

    /** {@return what the elements are; NONE if ranks may give different ones} */
    public BasicType type() {
        return items == null ? BasicType.NONE : items.type();
    }

    /** {@return bytes, or the number of elements if these have no width; 0 if ranks may give different numbers} */
    public long amount() {
        if (items == null) return 0;
        return type().width() == 0 ? items.elements() : items.bytes();
    }

    @Override
    public String toString() {
        return root == NO_ROOT ? operation : operation + "(root=" + root + ")";
    }
}
