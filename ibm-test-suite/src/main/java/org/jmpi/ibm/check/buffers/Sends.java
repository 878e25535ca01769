package org.jmpi.ibm.check.buffers;

import mpi.MPI;
import mpi.Request;

/** A send of elements that a receive under way may write to. */
public final class Sends {
    private Sends() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int[] buffer = new int[8];
        Request receive = MPI.COMM_WORLD.Irecv(buffer, 0, 4, MPI.INT, rank, MPI.ANY_TAG);
        Request send = MPI.COMM_WORLD.Isend(buffer, 2, 4, MPI.INT, rank, 1);
        receive.Wait();
        send.Wait();
        MPI.Finalize();
    }
}
