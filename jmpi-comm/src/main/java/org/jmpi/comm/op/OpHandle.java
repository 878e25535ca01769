package org.jmpi.comm.op;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.ForeignMemory;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * An operator as a program holds it (MPI-4.1 sections 6.9.2 and 6.9.5): one that every program has, or a function of
 * the program until it is freed.
 */
public final class OpHandle {
    private final Reducer predefined;
    private final Object function;
    private final boolean isCommutative;
    private volatile boolean freed;

    private OpHandle(Reducer predefined, Object function, boolean isCommutative) {
        this.predefined = predefined;
        this.function = function;
        this.isCommutative = isCommutative;
    }

    /**
     * {@return the handle of an operator that every program has}
     *
     * @param reducer what it computes
     */
    public static OpHandle predefined(Reducer reducer) {
        return new OpHandle(reducer, null, reducer.isCommutative());
    }

    /**
     * {@return the handle of a program's own function}
     *
     * @param function names the operator by its class
     * @param isCommutative whether operands may be combined in any order, not only that of their ranks
     * @throws CommException of class OP if the function is null
     */
    public static OpHandle of(Object function, boolean isCommutative) {
        if (function == null) throw new CommException(ErrorClass.OP, "function of the operator is null");
        return new OpHandle(null, function, isCommutative);
    }

    /** {@return what a predefined operator computes; null for a function of the program} */
    public Reducer predefined() {
        return predefined;
    }

    /**
     * Frees the operator. Operations under way still use it.
     *
     * @throws CommException of class OP if it is predefined or has been freed
     */
    public void free() {
        if (predefined != null)
            throw new CommException(ErrorClass.OP, "predefined operator can't be freed: " + predefined);
        checkNotFreed();
        freed = true;
    }

    private void checkNotFreed() {
        if (freed) throw new CommException(ErrorClass.OP, "operator has been freed");
    }

    /**
     * Combines the items of two buffers of this rank: {@code inout = in op inout} (MPI-4.1 section 6.9.7).
     *
     * @param reducer the operator
     * @param in the operands of the lower ranks
     * @param inout as many operands of the higher ranks, and the result
     * @throws CommException of class OP if the operator is null, has been freed or is not defined for the datatype;
     *     BUFFER, COUNT, TYPE or ARG if items do not lie in a buffer; OTHER if a function throws an error
     */
    public static void combine(Reducer reducer, Buffer in, Buffer inout) {
        if (reducer == null) throw new CommException(ErrorClass.OP, "operator is null");
        in.copySegment();
        ForeignMemory copied = inout.copySegment();
        in.check();
        inout.written().check();
        reducer.check(inout.layout());
        Buffer operands = in.inArray();
        Buffer result = inout.inArray();
        try {
            reducer.combine(operands, result);
        } catch (Error e) {
            throw new CommException(ErrorClass.OTHER, "operator failed: " + e, e);
        }
        if (result != inout) result.copyTo(inout);
        if (copied != null) copied.copyBack();
    }

    /** The function of a program, as a binding calls it. */
    public abstract static class Function implements Reducer {
        private final OpHandle handle;

        /** @param handle of the function */
        protected Function(OpHandle handle) {
            this.handle = handle;
        }

        @Override
        public final String name() {
            return handle.function.getClass().getName();
        }

        @Override
        public final boolean isCommutative() {
            return handle.isCommutative;
        }

        /** Refuses an operator that has been freed; the function alone knows what it is defined for. */
        @Override
        public final void check(Layout layout) {
            handle.checkNotFreed();
        }
    }
}
