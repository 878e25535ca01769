package org.jmpi.ibm.check.leftovers;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** Messages that are never received, sent in every way. */
public final class Unreceived {
    private Unreceived() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        Intracomm other = (Intracomm) world.clone();
        if (world.Rank() == 0) {
            send(world);
            for (int i = 0; i < 2; i++) other.Send(new int[3], 0, 3, MPI.INT, 1, 6);
        }
        other.Barrier();
        other.Free();
        MPI.Finalize();
    }

    private static void send(Intracomm world) {
        world.Send(new int[3], 0, 3, MPI.INT, 1, 1);
        Request request = world.Isend(new char[5], 0, 5, MPI.CHAR, 1, 2);
        request.Wait();
        MPI.Buffer_attach(new byte[100 + MPI.BSEND_OVERHEAD]);
        world.Bsend(new byte[7], 0, 7, MPI.BYTE, 1, 3);
        world.Sendrecv(new long[1], 0, 1, MPI.LONG, 1, 4, new int[0], 0, 0, MPI.INT, MPI.PROC_NULL, 0);
        world.Send(new int[0], 0, 0, MPI.INT, 0, 5);
    }
}
