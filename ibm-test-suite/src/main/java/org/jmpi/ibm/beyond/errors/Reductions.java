package org.jmpi.ibm.beyond.errors;

import java.util.List;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import org.jmpi.ibm.Complex;

/** Bad arguments of the reductions. */
public final class Reductions {
    private static final int COUNT = 3;

    /** A reduction of all ranks. */
    @FunctionalInterface
    private interface Reduction {
        void on(
                Intracomm comm,
                Object send,
                int sendOffset,
                Object recv,
                int recvOffset,
                int count,
                Datatype type,
                Op op);
    }

    private record Named(String name, Reduction call) {}

    private Reductions() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Rows rows = new Rows();
        Intracomm freed = Rows.freed();
        List<Named> all = List.of(
                new Named(
                        "Reduce",
                        (comm, send, sendOffset, recv, recvOffset, count, type, op) ->
                                comm.Reduce(send, sendOffset, recv, recvOffset, count, type, op, 0)),
                new Named("Allreduce", Intracomm::Allreduce),
                new Named("Scan", Intracomm::Scan),
                new Named("Reduce_scatter", (comm, send, sendOffset, recv, recvOffset, count, type, op) -> {
                    int[] counts = new int[MPI.COMM_WORLD.Size()];
                    counts[0] = count;
                    comm.Reduce_scatter(send, sendOffset, recv, recvOffset, counts, type, op);
                }));
        for (Named named : all) {
            buffers(rows, named);
            operators(rows, named);
            rows.row(
                    MPI.ERR_COMM,
                    named.name + " in a freed communicator",
                    () -> named.call.on(freed, new int[COUNT], 0, new int[COUNT], 0, COUNT, MPI.INT, MPI.SUM));
        }
        roots(rows);
        counts(rows);
        MPI.Finalize();
    }

    /** A buffer that counts at some ranks alone is given wrongly where there are no others. */
    private static void buffers(Rows rows, Named named) {
        Intracomm world = MPI.COMM_WORLD;
        BadBuffer.rows(
                rows,
                named.name + ", sending",
                (array, offset, count, type) ->
                        named.call.on(world, array, offset, new int[8], 0, count, type, MPI.SUM));
        BadBuffer.rows(
                rows,
                named.name + ", receiving",
                (array, offset, count, type) ->
                        named.call.on(Rows.self(), new int[8], 0, array, offset, count, type, MPI.SUM));
    }

    private static void operators(Rows rows, Named named) {
        Op freed = Complex.sum();
        freed.free();
        operator(rows, named, null, new int[COUNT], MPI.INT);
        operator(rows, named, freed, new int[COUNT], MPI.INT);
        operator(rows, named, MPI.SUM, new boolean[COUNT], MPI.BOOLEAN);
        operator(rows, named, MPI.SUM, new Object[COUNT], MPI.OBJECT);
        operator(rows, named, MPI.BAND, new double[COUNT], MPI.DOUBLE);
        operator(rows, named, MPI.LAND, new float[COUNT], MPI.FLOAT);
        operator(rows, named, MPI.MAXLOC, new int[COUNT], MPI.INT);
        operator(rows, named, MPI.MINLOC, new char[COUNT], MPI.CHAR);
    }

    private static void operator(Rows rows, Named named, Op op, Object array, Datatype type) {
        rows.row(
                MPI.ERR_OP,
                named.name + " of " + array.getClass().getSimpleName(),
                () -> named.call.on(MPI.COMM_WORLD, array, 0, array, 0, COUNT, type, op));
    }

    private static void roots(Rows rows) {
        for (int root : new int[] {-1, MPI.COMM_WORLD.Size(), MPI.ANY_SOURCE, MPI.PROC_NULL})
            rows.row(
                    MPI.ERR_ROOT,
                    "Reduce with root " + root,
                    () -> MPI.COMM_WORLD.Reduce(new int[COUNT], 0, new int[COUNT], 0, COUNT, MPI.INT, MPI.SUM, root));
    }

    private static void counts(Rows rows) {
        int[] negative = new int[MPI.COMM_WORLD.Size()];
        negative[0] = -1;
        scatter(rows, MPI.ERR_ARG, "no counts", null);
        scatter(rows, MPI.ERR_ARG, "too few counts", new int[MPI.COMM_WORLD.Size() - 1]);
        scatter(rows, MPI.ERR_COUNT, "a negative count", negative);
    }

    private static void scatter(Rows rows, int errorClass, String what, int[] counts) {
        rows.row(
                errorClass,
                "Reduce_scatter with " + what,
                () -> MPI.COMM_WORLD.Reduce_scatter(new int[COUNT], 0, new int[COUNT], 0, counts, MPI.INT, MPI.SUM));
    }
}
