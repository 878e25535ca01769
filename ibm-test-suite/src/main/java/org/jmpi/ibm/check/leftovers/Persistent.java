package org.jmpi.ibm.check.leftovers;

import mpi.MPI;
import mpi.Prequest;

/** Persistent requests that are not freed, one of which has been used. */
public final class Persistent {
    private Persistent() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        Prequest send = MPI.COMM_WORLD.Send_init(new int[1], 0, 1, MPI.INT, rank, 1);
        MPI.COMM_WORLD.Recv_init(new int[1], 0, 1, MPI.INT, rank, 2);
        send.Start();
        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, rank, 1);
        send.Wait();
        MPI.Finalize();
    }
}
