package org.jmpi.dist;

import java.util.List;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** A program of which some ranks fail, and whose other ranks finish without them. */
public final class SurvivorProgram {
    private static final int NEVER = 77;

    private SurvivorProgram() {}

    /**
     * Runs one rank.
     *
     * @param args the ranks that fail; they wait for that in Recv
     */
    public static void main(String[] args) {
        List<String> failing = List.of(MPI.Init(args));
        int rank = MPI.COMM_WORLD.Rank();
        boolean fails = failing.contains("" + rank);
        Intracomm some = MPI.COMM_WORLD.Split(fails ? 1 : 0, rank);
        for (int i = 0; i < 5; i++) count(some);
        System.out.println("rank " + rank + " of " + MPI.COMM_WORLD.Size() + ", process "
                + ProcessHandle.current().pid());
        String failed = "no failure";
        try {
            count(MPI.COMM_WORLD);
            if (rank == 0) System.out.println(FaultProgram.BEGUN);
            if (fails) MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, rank, NEVER);
            while (true) count(MPI.COMM_WORLD);
        } catch (MPIException e) {
            failed = e.getMessage();
        }
        System.out.println("rank " + rank + " goes on with " + count(some) + " ranks: " + failed);
        MPI.Finalize();
    }

    private static int count(Intracomm comm) {
        int[] sum = new int[1];
        comm.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        return sum[0];
    }
}
