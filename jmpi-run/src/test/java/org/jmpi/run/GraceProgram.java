package org.jmpi.run;

import java.util.concurrent.TimeUnit;
import mpi.MPI;

/** Waits for a message that never comes, with shutdown hooks that take so many seconds as the rank's argument says. */
public final class GraceProgram {
    private GraceProgram() {}

    /** Runs the program. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int seconds = Integer.parseInt(args[rank]);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> save(rank, seconds)));
        MPI.COMM_WORLD.Barrier();
        System.out.println("ready");
        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 1 - rank, 0);
    }

    private static void save(int rank, int seconds) {
        System.out.println("saving");
        try {
            TimeUnit.SECONDS.sleep(seconds);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        System.out.println("saved " + rank);
    }
}
