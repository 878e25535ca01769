package org.jmpi.run;

import java.util.concurrent.CountDownLatch;
import mpi.MPI;

/**
 * A program for ranks that another process manager than jmpirun starts. The argument says how rank 1 ends while rank 0
 * waits for it in Recv, rank 2 in Barrier, and rank 3 computes.
 */
public final class WireUpProgram {
    private WireUpProgram() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int[] sum = new int[1];
        MPI.COMM_WORLD.Allreduce(new int[] {rank + 1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        System.out.println("rank " + rank + " of " + size + ", sum " + sum[0]);
        if (args.length > 0) end(args[0], rank);
        MPI.Finalize();
        if (args.length > 0) endAfterFinalize(args[0], rank);
    }

    private static void end(String how, int rank) throws Exception {
        if (how.startsWith("after")) return;
        if (rank == 0) MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 1, 0);
        if (rank == 2) MPI.COMM_WORLD.Barrier();
        if (rank == 3) new CountDownLatch(1).await();
        switch (how) {
            case "abort" -> MPI.COMM_WORLD.Abort(7);
            case "throw" -> throw new IllegalStateException("boom");
            case "memory" -> System.out.println(new long[Integer.MAX_VALUE - 8].length);
            case "kill" -> kill();
            default -> throw new IllegalArgumentException("no end " + how);
        }
    }

    private static void kill() throws Exception {
        new ProcessBuilder("kill", "-KILL", "" + ProcessHandle.current().pid()).start();
        new CountDownLatch(1).await();
    }

    private static void endAfterFinalize(String how, int rank) throws Exception {
        if (rank == 1) throw new IllegalStateException("late");
        // The end of standard input says that rank 1 has ended.
        System.in.read();
        System.out.println("rank " + rank + " goes on " + how);
    }
}
