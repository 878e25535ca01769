package org.jmpi.ibm.beyond.errors;

import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;

/** Bad arguments of the collective operations without a root, but for reductions. */
public final class Unrooted {
    private static final int COUNT = 3;

    private Unrooted() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Rows rows = new Rows();
        buffers(rows);
        arrays(rows);
        freed(rows, Rows.freed());
        MPI.Finalize();
    }

    private static int[] room() {
        return new int[COUNT * MPI.COMM_WORLD.Size()];
    }

    private static int[] each(int value) {
        return IntStream.range(0, MPI.COMM_WORLD.Size()).map(rank -> value).toArray();
    }

    private static void buffers(Rows rows) {
        Intracomm world = MPI.COMM_WORLD;
        BadBuffer.rows(
                rows,
                "Allgather, sending",
                (array, offset, count, type) -> world.Allgather(array, offset, count, type, room(), 0, COUNT, MPI.INT));
        BadBuffer.rows(
                rows,
                "Allgather, receiving",
                (array, offset, count, type) -> world.Allgather(room(), 0, COUNT, MPI.INT, array, offset, count, type));
        BadBuffer.rows(
                rows,
                "Allgatherv, sending",
                (array, offset, count, type) ->
                        world.Allgatherv(array, offset, count, type, room(), 0, each(COUNT), each(0), MPI.INT));
        BadBuffer.rows(
                rows,
                "Allgatherv, receiving",
                (array, offset, count, type) ->
                        world.Allgatherv(room(), 0, COUNT, MPI.INT, array, offset, each(count), each(0), type));
        BadBuffer.rows(
                rows,
                "Alltoall, sending",
                (array, offset, count, type) -> world.Alltoall(array, offset, count, type, room(), 0, COUNT, MPI.INT));
        BadBuffer.rows(
                rows,
                "Alltoall, receiving",
                (array, offset, count, type) -> world.Alltoall(room(), 0, COUNT, MPI.INT, array, offset, count, type));
        BadBuffer.rows(
                rows,
                "Alltoallv, sending",
                (array, offset, count, type) -> world.Alltoallv(
                        array, offset, each(count), each(0), type, room(), 0, each(COUNT), each(0), MPI.INT));
        BadBuffer.rows(
                rows,
                "Alltoallv, receiving",
                (array, offset, count, type) -> world.Alltoallv(
                        room(), 0, each(COUNT), each(0), MPI.INT, array, offset, each(count), each(0), type));
    }

    private static void arrays(Rows rows) {
        int[] few = new int[MPI.COMM_WORLD.Size() - 1];
        for (int[] bad : new int[][] {null, few}) {
            String what = bad == null ? " that is null" : " that is too short";
            rows.row(MPI.ERR_ARG, "Allgatherv with an array of counts" + what, () -> gatherv(bad, each(0)))
                    .row(MPI.ERR_ARG, "Allgatherv with an array of displacements" + what, () -> gatherv(each(0), bad))
                    .row(
                            MPI.ERR_ARG,
                            "Alltoallv with an array of counts sent" + what,
                            () -> alltoallv(bad, each(0), each(0), each(0)))
                    .row(
                            MPI.ERR_ARG,
                            "Alltoallv with an array of displacements sent" + what,
                            () -> alltoallv(each(0), bad, each(0), each(0)))
                    .row(
                            MPI.ERR_ARG,
                            "Alltoallv with an array of counts received" + what,
                            () -> alltoallv(each(0), each(0), bad, each(0)))
                    .row(
                            MPI.ERR_ARG,
                            "Alltoallv with an array of displacements received" + what,
                            () -> alltoallv(each(0), each(0), each(0), bad));
        }
        rows.row(MPI.ERR_ARG, "Allgatherv with a displacement before the array", () -> gatherv(each(1), each(-1)));
    }

    private static void gatherv(int[] counts, int[] displs) {
        MPI.COMM_WORLD.Allgatherv(room(), 0, 0, MPI.INT, room(), 0, counts, displs, MPI.INT);
    }

    private static void alltoallv(int[] sendcounts, int[] sdispls, int[] recvcounts, int[] rdispls) {
        MPI.COMM_WORLD.Alltoallv(room(), 0, sendcounts, sdispls, MPI.INT, room(), 0, recvcounts, rdispls, MPI.INT);
    }

    private static void freed(Rows rows, Intracomm freed) {
        rows.row(MPI.ERR_COMM, "Barrier in a freed communicator", freed::Barrier)
                .row(
                        MPI.ERR_COMM,
                        "Allgather in a freed communicator",
                        () -> freed.Allgather(room(), 0, COUNT, MPI.INT, room(), 0, COUNT, MPI.INT))
                .row(
                        MPI.ERR_COMM,
                        "Allgatherv in a freed communicator",
                        () -> freed.Allgatherv(room(), 0, COUNT, MPI.INT, room(), 0, each(COUNT), each(0), MPI.INT))
                .row(
                        MPI.ERR_COMM,
                        "Alltoall in a freed communicator",
                        () -> freed.Alltoall(room(), 0, COUNT, MPI.INT, room(), 0, COUNT, MPI.INT))
                .row(
                        MPI.ERR_COMM,
                        "Alltoallv in a freed communicator",
                        () -> freed.Alltoallv(
                                room(), 0, each(0), each(0), MPI.INT, room(), 0, each(0), each(0), MPI.INT));
    }
}
