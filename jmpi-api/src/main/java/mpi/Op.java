package mpi;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.op.OpHandle;
import org.jmpi.comm.op.Reducer;

/**
 * An operator of a reduction (MPI-4.1 section 6.9).
 *
 * <pre>{@code
 * int[] own = {MPI.COMM_WORLD.Rank()};
 * int[] largest = new int[1];
 * MPI.COMM_WORLD.Reduce(own, 0, largest, 0, 1, MPI.INT, MPI.MAX, 0);
 * }</pre>
 */
public class Op extends Freeable {
    private final OpHandle handle;
    private final User_function function;

    Op(Reducer predefined) {
        this.handle = OpHandle.predefined(predefined);
        this.function = null;
    }

    /**
     * Makes an operator of a program's own function, which must be associative.
     *
     * @param function combines two arrays of operands
     * @param commute whether the function gives the same for swapped operands; otherwise they are combined in the order
     *     of the ranks
     * @throws MPIException of class ERR_OP if the function is null
     */
    public Op(User_function function, boolean commute) throws MPIException {
        try {
            this.handle = OpHandle.of(function, commute);
            this.function = function;
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * Combines items of two arrays: {@code outvec = invec op outvec}.
     *
     * @param invec the operands of the lower ranks
     * @param inoffset the index of the first item of {@code invec}, in elements
     * @param outvec the operands of the higher ranks, and the result
     * @param outoffset the index of the first item of {@code outvec}, in elements
     * @param count the number of items
     * @param datatype what an operand is
     * @throws MPIException of class ERR_OP if the operator has been freed or is not defined for the datatype;
     *     ERR_BUFFER, ERR_COUNT, ERR_TYPE or ERR_ARG if the items are not within the arrays; ERR_OTHER if the function
     * throws an error
     */
    public final void Call(Object invec, int inoffset, Object outvec, int outoffset, int count, Datatype datatype)
            throws MPIException {
        combine(this, invec, inoffset, outvec, outoffset, count, datatype);
    }

    static void combine(Op op, Object invec, int inoffset, Object outvec, int outoffset, int count, Datatype datatype) {
        try {
            Layout layout = Datatype.layout(datatype);
            OpHandle.combine(
                    reducer(op, datatype),
                    new Buffer(invec, inoffset, count, layout),
                    new Buffer(outvec, outoffset, count, layout));
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * Frees the operator.
     *
     * @throws MPIException of class ERR_OP if it is predefined or has been freed
     */
    @Override
    public void free() throws MPIException {
        try {
            handle.free();
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /** Returns what the core knows an operator by; null for null. */
    static OpHandle handle(Op op) {
        return op == null ? null : op.handle;
    }

    /** Returns what computes on items of a datatype, and refuses them if the operator has been freed; null for null. */
    static Reducer reducer(Op op, Datatype datatype) {
        if (op == null) return null;
        return op.function == null ? op.handle.predefined() : new OwnFunction(op, datatype);
    }

    /** The program's function, on items of one datatype. */
    private static final class OwnFunction extends OpHandle.Function {
        private final User_function function;
        private final Datatype datatype;

        OwnFunction(Op op, Datatype datatype) {
            super(op.handle);
            this.function = op.function;
            this.datatype = datatype;
        }

        @Override
        public void combine(Buffer in, Buffer inout) {
            function.Call(
                    in.array(), (int) in.offset(), inout.array(), (int) inout.offset(), (int) inout.count(), datatype);
        }
    }
}
