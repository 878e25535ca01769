package org.jmpi.ibm.check.leftovers;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;

/** Leaves nothing behind, though much was under way: nothing is said of it. */
public final class Nothing {
    private Nothing() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        Intracomm other = (Intracomm) world.clone();
        Request[] both = {
            other.Irecv(new int[3], 0, 3, MPI.INT, rank, 1), other.Isend(new int[3], 0, 3, MPI.INT, rank, 1)
        };
        Request.Waitall(both);
        other.Irecv(new int[1], 0, 1, MPI.INT, rank, 2).Free();
        other.Send(new int[1], 0, 1, MPI.INT, rank, 2);
        Request never = other.Irecv(new int[1], 0, 1, MPI.INT, rank, 3);
        never.Cancel();
        never.Wait();
        Prequest again = other.Recv_init(new int[1], 0, 1, MPI.INT, rank, 4);
        again.Free();
        other.Free();
        MPI.Finalize();
    }
}
