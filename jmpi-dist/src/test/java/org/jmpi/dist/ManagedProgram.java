package org.jmpi.dist;

import mpi.MPI;

/** A program that a process manager starts: adds the ranks up, prints a line, and does what it is told. */
public final class ManagedProgram {
    private static final int LAST = 3;
    private static final int NEVER = 77;

    private ManagedProgram() {}

    /**
     * Runs one rank.
     *
     * @param args what follows the line: nothing, or {@code wait} for a message that never comes, {@code compute},
     *     {@code abort} or {@code throw}; the last rank alone does the last two, the others wait
     */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int[] sum = {rank + 1};
        MPI.COMM_WORLD.Allreduce(sum, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        System.out.println("rank " + rank + " of " + MPI.COMM_WORLD.Size() + ", sum " + sum[0] + ", process "
                + ProcessHandle.current().pid() + ", JDK " + Runtime.version().feature());
        if (args.length > 0) go(args[0], rank);
        MPI.Finalize();
    }

    private static void go(String what, int rank) {
        if (what.equals("throw") && rank == LAST) throw new IllegalStateException("as told");
        if (what.equals("abort") && rank == LAST) MPI.COMM_WORLD.Abort(5);
        if (what.equals("compute")) while (!Thread.interrupted()) Thread.onSpinWait();
        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, LAST - rank, NEVER);
    }
}
