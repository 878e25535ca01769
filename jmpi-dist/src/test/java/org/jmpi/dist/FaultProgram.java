package org.jmpi.dist;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import mpi.MPI;

/** A program that keeps its ranks in one state until a file is there, and then ends well. */
public final class FaultProgram {
    /** What rank 0 says when all ranks have begun. */
    static final String BEGUN = "all ranks have begun";

    private static final long PAUSE_NANOS = 5_000_000;

    private FaultProgram() {}

    /** What the ranks are at; rank 0 waits for the file in the first three. */
    enum State {
        /** In Recv, each from the rank before it. */
        RECV,
        /** In Allreduce. */
        ALLREDUCE,
        /** In MPI.Finalize. */
        FINALIZE,
        /** In no call of MPI. */
        COMPUTING
    }

    /**
     * Runs one rank.
     *
     * @param args the state, and the file
     */
    public static void main(String[] args) throws Exception {
        String[] words = MPI.Init(args);
        State state = State.valueOf(words[0]);
        Path file = Path.of(words[1]);
        int rank = MPI.COMM_WORLD.Rank();
        MPI.COMM_WORLD.Barrier();
        if (rank == 0) System.out.println(BEGUN);
        if (state == State.ALLREDUCE) reduce(file, rank);
        else if (state == State.COMPUTING || rank == 0) while (!Files.exists(file)) LockSupport.parkNanos(PAUSE_NANOS);
        if (state == State.RECV) pass(rank, MPI.COMM_WORLD.Size());
        MPI.Finalize();
    }

    private static void pass(int rank, int size) {
        if (rank > 0) MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, rank - 1, 0);
        if (rank < size - 1) MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, rank + 1, 0);
    }

    private static void reduce(Path file, int rank) {
        int[] exists = {0};
        while (exists[0] == 0) {
            if (rank == 0) LockSupport.parkNanos(PAUSE_NANOS);
            int[] here = {rank == 0 && Files.exists(file) ? 1 : 0};
            MPI.COMM_WORLD.Allreduce(here, 0, exists, 0, 1, MPI.INT, MPI.MAX);
        }
    }
}
