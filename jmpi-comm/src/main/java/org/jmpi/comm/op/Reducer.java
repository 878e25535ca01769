package org.jmpi.comm.op;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;

/** A reduction operator (MPI-4.1 section 6.9). */
public interface Reducer {
    /** {@return the name for messages, such as {@code SUM}} */
    String name();

    /** {@return whether operands may be combined in any order, not only that of their ranks} */
    boolean isCommutative();

    /**
     * Refuses a datatype that the operator is not defined for, before anything is sent.
     *
     * @param layout of the items to combine
     * @throws CommException of class OP
     */
    void check(Layout layout);

    /**
     * Combines the items of two arrays: {@code inout = in op inout}.
     *
     * @param in the operand of the lower ranks
     * @param inout as many operands of the higher ranks, of the same layout; and the result
     */
    void combine(Buffer in, Buffer inout);
}
