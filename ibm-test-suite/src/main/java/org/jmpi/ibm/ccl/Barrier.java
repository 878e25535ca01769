package org.jmpi.ibm.ccl;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/**
 * No rank leaves a barrier before the last rank has entered it.
 *
 * <p>Each rank in turn keeps the time, on its own clock: it lets the others go, who come after pauses of different
 * lengths, and must not be through before the longest has passed.
 */
public final class Barrier {
    private static final int TAG = 1;
    private static final long PAUSE_MILLIS = 20;

    private Barrier() {}

    public static void main(String[] args) throws InterruptedException {
        MPI.Init(args);
        run();
        MPI.Finalize();
    }

    /** Lets each rank keep the time once. */
    public static void run() throws InterruptedException {
        Ranks.atLeast(2);
        for (int keeper = 0; keeper < MPI.COMM_WORLD.Size(); keeper++)
            if (MPI.COMM_WORLD.Rank() == keeper) keepTime();
            else comeLate(keeper);
    }

    private static void keepTime() {
        Intracomm world = MPI.COMM_WORLD;
        int ranks = world.Size();
        double start = MPI.Wtime();
        for (int rank = 0; rank < ranks; rank++)
            if (rank != world.Rank()) world.Send(new int[0], 0, 0, MPI.INT, rank, TAG);
        world.Barrier();
        double seconds = MPI.Wtime() - start;
        double longest = (ranks - 1) * PAUSE_MILLIS / 1e3;
        Check.isTrue(seconds >= longest, "the last rank had come: " + seconds + " s, its pause " + longest + " s");
    }

    private static void comeLate(int keeper) throws InterruptedException {
        Intracomm world = MPI.COMM_WORLD;
        int ranks = world.Size();
        world.Recv(new int[0], 0, 0, MPI.INT, keeper, TAG);
        Thread.sleep(PAUSE_MILLIS * ((world.Rank() + ranks - keeper) % ranks));
        world.Barrier();
    }
}
