package org.jmpi.ibm.beyond.comm;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/** Hundreds of communicators at once: the same message in each of them, received in the opposite order. */
public final class Alive {
    private static final int COMMS = 300;
    private static final int TAG = 1;

    private Alive() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm[] comms = new Intracomm[COMMS];
        for (int i = 0; i < COMMS; i++)
            comms[i] = i % 3 == 0 ? (Intracomm) MPI.COMM_WORLD.clone() : MPI.COMM_WORLD.Split(0, MPI.COMM_WORLD.Rank());
        int right = (MPI.COMM_WORLD.Rank() + 1) % MPI.COMM_WORLD.Size();
        for (int i = 0; i < COMMS; i++)
            comms[i].Isend(new int[] {i}, 0, 1, MPI.INT, right, TAG).Free();
        for (int i = COMMS - 1; i >= 0; i--) {
            int[] room = new int[1];
            comms[i].Recv(room, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            Check.equal(i, room[0], "number of the communicator that a message is in");
        }
        for (Intracomm comm : comms) comm.Free();
        MPI.Finalize();
    }
}
