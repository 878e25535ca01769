package mpi;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
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
    private final Reducer predefined;
    private final User_function function;
    private final boolean commute;
    private boolean freed;

    Op(Reducer predefined) {
        this.predefined = predefined;
        this.function = null;
        this.commute = true;
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
        if (function == null) throw Ranks.raised(new CommException(ErrorClass.OP, "function of the operator is null"));
        this.predefined = null;
        this.function = function;
        this.commute = commute;
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
        try {
            Layout layout = Datatype.layout(datatype);
            Buffer in = new Buffer(invec, inoffset, count, layout);
            reducer(this, datatype).combine(in, new Buffer(outvec, outoffset, count, layout));
        } catch (CommException e) {
            throw Ranks.raised(e);
        } catch (Error e) {
            throw Ranks.raised(new CommException(ErrorClass.OTHER, "operator failed: " + e, e));
        }
    }

    /**
     * Frees the operator.
     *
     * @throws MPIException of class ERR_OP if it is predefined or has been freed
     */
    @Override
    public void free() throws MPIException {
        if (predefined != null)
            throw Ranks.raised(new CommException(ErrorClass.OP, "predefined operator can't be freed: " + predefined));
        if (freed) throw Ranks.raised(new CommException(ErrorClass.OP, "operator has been freed"));
        freed = true;
    }

    /** Returns what computes on items of a datatype, and refuses them if the operator has been freed; null for null. */
    static Reducer reducer(Op op, Datatype datatype) {
        if (op == null) return null;
        return op.predefined != null ? op.predefined : op.new OwnFunction(datatype);
    }

    /** The program's function, on items of one datatype. */
    private final class OwnFunction implements Reducer {
        private final Datatype datatype;

        OwnFunction(Datatype datatype) {
            this.datatype = datatype;
        }

        @Override
        public String name() {
            return function.getClass().getName();
        }

        @Override
        public boolean isCommutative() {
            return commute;
        }

        @Override
        public void check(Layout layout) {
            // The function alone knows what it is defined for.
            if (freed) throw new CommException(ErrorClass.OP, "operator has been freed");
        }

        @Override
        public void combine(Object in, int inOffset, Object inout, int inoutOffset, int count, Layout layout) {
            function.Call(in, inOffset, inout, inoutOffset, count, datatype);
        }
    }
}
