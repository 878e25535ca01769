package org.jmpi.ibm.beyond.errors;

import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/** Bad arguments of the collective operations that have a root, but for reductions. */
public final class Rooted {
    private static final int COUNT = 3;

    private Rooted() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Rows rows = new Rows();
        roots(rows);
        comms(rows, Rows.freed());
        sends(rows);
        receives(rows);
        arrays(rows);
        overflows();
        MPI.Finalize();
    }

    private static int[] ints(int blocks) {
        return new int[COUNT * blocks];
    }

    private static int[] each(int value) {
        return IntStream.range(0, MPI.COMM_WORLD.Size()).map(rank -> value).toArray();
    }

    private static void roots(Rows rows) {
        Intracomm world = MPI.COMM_WORLD;
        for (int root : new int[] {-1, world.Size(), MPI.ANY_SOURCE, MPI.PROC_NULL})
            calls(rows, MPI.ERR_ROOT, world, root);
    }

    private static void comms(Rows rows, Intracomm freed) {
        calls(rows, MPI.ERR_COMM, freed, 0);
    }

    /** Adds rows for all operations, whose arguments are good but for the communicator or the root. */
    private static void calls(Rows rows, int errorClass, Intracomm comm, int root) {
        int[] block = ints(1);
        int[] all = ints(MPI.COMM_WORLD.Size());
        int[] counts = each(COUNT);
        int[] displs = each(0);
        String where = " with root " + root;
        rows.row(errorClass, "Bcast" + where, () -> comm.Bcast(block, 0, COUNT, MPI.INT, root))
                .row(
                        errorClass,
                        "Gather" + where,
                        () -> comm.Gather(block, 0, COUNT, MPI.INT, all, 0, COUNT, MPI.INT, root))
                .row(
                        errorClass,
                        "Scatter" + where,
                        () -> comm.Scatter(all, 0, COUNT, MPI.INT, block, 0, COUNT, MPI.INT, root))
                .row(
                        errorClass,
                        "Gatherv" + where,
                        () -> comm.Gatherv(block, 0, COUNT, MPI.INT, all, 0, counts, displs, MPI.INT, root))
                .row(
                        errorClass,
                        "Scatterv" + where,
                        () -> comm.Scatterv(all, 0, counts, displs, MPI.INT, block, 0, COUNT, MPI.INT, root));
    }

    /** All ranks pass a wrong argument that every rank must pass. */
    private static void sends(Rows rows) {
        Intracomm world = MPI.COMM_WORLD;
        int[] all = ints(world.Size());
        BadBuffer.rows(rows, "Bcast", (array, offset, count, type) -> world.Bcast(array, offset, count, type, 0));
        BadBuffer.rows(
                rows,
                "Gather",
                (array, offset, count, type) -> world.Gather(array, offset, count, type, all, 0, COUNT, MPI.INT, 0));
        BadBuffer.rows(
                rows,
                "Gatherv",
                (array, offset, count, type) ->
                        world.Gatherv(array, offset, count, type, all, 0, each(COUNT), each(0), MPI.INT, 0));
        BadBuffer.rows(
                rows,
                "Scatter",
                (array, offset, count, type) -> world.Scatter(all, 0, COUNT, MPI.INT, array, offset, count, type, 0));
        BadBuffer.rows(
                rows,
                "Scatterv",
                (array, offset, count, type) ->
                        world.Scatterv(all, 0, each(COUNT), each(0), MPI.INT, array, offset, count, type, 0));
    }

    /** A world of one rank passes a wrong argument that is significant at the root alone. */
    private static void receives(Rows rows) {
        Intracomm self = Rows.self();
        int[] block = ints(1);
        BadBuffer.rows(
                rows,
                "Gather at the root",
                (array, offset, count, type) -> self.Gather(block, 0, COUNT, MPI.INT, array, offset, count, type, 0));
        BadBuffer.rows(
                rows,
                "Gatherv at the root",
                (array, offset, count, type) ->
                        self.Gatherv(block, 0, COUNT, MPI.INT, array, offset, new int[] {count}, new int[1], type, 0));
        BadBuffer.rows(
                rows,
                "Scatter at the root",
                (array, offset, count, type) -> self.Scatter(array, offset, count, type, block, 0, COUNT, MPI.INT, 0));
        BadBuffer.rows(
                rows,
                "Scatterv at the root",
                (array, offset, count, type) ->
                        self.Scatterv(array, offset, new int[] {count}, new int[1], type, block, 0, COUNT, MPI.INT, 0));
    }

    private static void arrays(Rows rows) {
        Intracomm self = Rows.self();
        int[] block = ints(1);
        int[] one = {COUNT};
        int[] zero = {0};
        rows.row(
                        MPI.ERR_ARG,
                        "Gatherv without counts",
                        () -> self.Gatherv(block, 0, COUNT, MPI.INT, ints(1), 0, null, zero, MPI.INT, 0))
                .row(
                        MPI.ERR_ARG,
                        "Gatherv without displacements",
                        () -> self.Gatherv(block, 0, COUNT, MPI.INT, ints(1), 0, one, null, MPI.INT, 0))
                .row(
                        MPI.ERR_ARG,
                        "Gatherv with too few counts",
                        () -> self.Gatherv(block, 0, COUNT, MPI.INT, ints(1), 0, new int[0], zero, MPI.INT, 0))
                .row(
                        MPI.ERR_ARG,
                        "Scatterv without counts",
                        () -> self.Scatterv(ints(1), 0, null, zero, MPI.INT, block, 0, COUNT, MPI.INT, 0))
                .row(
                        MPI.ERR_ARG,
                        "Scatterv without displacements",
                        () -> self.Scatterv(ints(1), 0, one, null, MPI.INT, block, 0, COUNT, MPI.INT, 0))
                .row(
                        MPI.ERR_ARG,
                        "Scatterv with too few displacements",
                        () -> self.Scatterv(ints(1), 0, one, new int[0], MPI.INT, block, 0, COUNT, MPI.INT, 0));
    }

    /** The root expects less than the others send: it alone fails. */
    private static void overflows() {
        Intracomm world = MPI.COMM_WORLD;
        Runnable gather = () -> world.Gather(ints(1), 0, COUNT, MPI.INT, ints(world.Size()), 0, COUNT - 1, MPI.INT, 0);
        if (world.Rank() == 0) Check.fails(MPI.ERR_TRUNCATE, gather, "Gather of blocks that are too long");
        else gather.run();
        Rows.checkUsable("Gather of blocks that are too long");
    }
}
