package org.jmpi.ibm.beyond.errors;

import mpi.MPI;
import mpi.Op;
import org.jmpi.ibm.Complex;

/** Bad arguments of the calls on operators. */
public final class Operators {
    private Operators() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Rows rows = new Rows();
        Op freed = Complex.sum();
        freed.free();
        rows.row(MPI.ERR_OP, "an operator without a function", () -> new Op(null, true))
                .row(MPI.ERR_OP, "free of a predefined operator", MPI.SUM::free)
                .row(MPI.ERR_OP, "free of a freed operator", freed::free)
                .row(MPI.ERR_OP, "Call of a freed operator", () -> freed.Call(new int[1], 0, new int[1], 0, 1, MPI.INT))
                .row(
                        MPI.ERR_OP,
                        "SUM of booleans",
                        () -> MPI.SUM.Call(new boolean[1], 0, new boolean[1], 0, 1, MPI.BOOLEAN))
                .row(
                        MPI.ERR_OP,
                        "BOR of doubles",
                        () -> MPI.BOR.Call(new double[1], 0, new double[1], 0, 1, MPI.DOUBLE))
                .row(
                        MPI.ERR_OP,
                        "MAXLOC of ints that are no pairs",
                        () -> MPI.MAXLOC.Call(new int[1], 0, new int[1], 0, 1, MPI.INT));
        BadBuffer.rows(
                rows,
                "Call, first operand",
                (array, offset, count, type) -> MPI.SUM.Call(array, offset, new int[12], 0, count, type));
        BadBuffer.rows(
                rows,
                "Call, second operand",
                (array, offset, count, type) -> MPI.SUM.Call(new int[12], 0, array, offset, count, type));
        MPI.Finalize();
    }
}
