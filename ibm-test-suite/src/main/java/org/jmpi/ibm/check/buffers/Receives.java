package org.jmpi.ibm.check.buffers;

import mpi.MPI;
import mpi.Request;

/** Two receives under way into the same elements. */
public final class Receives {
    private Receives() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int[] buffer = new int[8];
        Request[] both = {
            MPI.COMM_WORLD.Irecv(buffer, 0, 4, MPI.INT, rank, 1), MPI.COMM_WORLD.Irecv(buffer, 3, 4, MPI.INT, rank, 2)
        };
        for (int tag = 1; tag <= 2; tag++) MPI.COMM_WORLD.Send(new int[4], 0, 4, MPI.INT, rank, tag);
        Request.Waitall(both);
        MPI.Finalize();
    }
}
