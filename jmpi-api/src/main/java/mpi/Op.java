package mpi;

import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Reducer;

/** An operator of a reduction (MPI-4.1 section 6.9). */
public class Op implements Freeable {
    private final Reducer reducer;

    Op(Reducer reducer) {
        this.reducer = reducer;
    }

    /** Does nothing: the predefined operators are always there. */
    @Override
    public void free() throws MPIException {}

    /**
     * Returns what computes.
     *
     * @throws CommException of class OP if the operator is null
     */
    static Reducer reducer(Op op) {
        if (op == null) throw new CommException(ErrorClass.OP, "operator is null");
        return op.reducer;
    }
}
