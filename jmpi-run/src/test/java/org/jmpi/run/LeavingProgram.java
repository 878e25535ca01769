package org.jmpi.run;

import java.util.concurrent.TimeUnit;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/**
 * The last rank ends without MPI.Finalize, and without having sent anything; rank 0 waits as the first argument says.
 */
public final class LeavingProgram {
    private static final int TAG = 7;

    private LeavingProgram() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int last = MPI.COMM_WORLD.Size() - 1;
        Intracomm part = args[0].equals("any of two") ? MPI.COMM_WORLD.Split(rank % 2, rank) : null;
        if (rank == last) return;
        int[] data = new int[1];
        switch (args[0]) {
            case "its message" -> MPI.COMM_WORLD.Recv(data, 0, 1, MPI.INT, last, TAG);
            case "any message" -> MPI.COMM_WORLD.Recv(data, 0, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
            case "a look" -> {
                Request receive = MPI.COMM_WORLD.Irecv(data, 0, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
                while (receive.Test() == null) Thread.yield();
            }
            case "any of two" -> {
                // A rank of another communicator goes on.
                if (rank == 0) part.Probe(MPI.ANY_SOURCE, TAG);
                else TimeUnit.MINUTES.sleep(5);
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
    }
}
