package org.jmpi.run;

import java.util.Arrays;
import mpi.MPI;

/** Reads its arguments as MPJ Express hands them to main, and its own from Init. */
public final class MpjProgram {
    private MpjProgram() {}

    public static void main(String[] args) {
        String[] own = MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        boolean right =
                rank == Integer.parseInt(args[0]) && Arrays.equals(own, Arrays.copyOfRange(args, 3, args.length));
        System.out.println(args[2] + " " + Integer.parseInt(args[3]) + " " + right);
        MPI.Finalize();
    }
}
