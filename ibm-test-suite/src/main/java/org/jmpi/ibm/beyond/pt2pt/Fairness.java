package org.jmpi.ibm.beyond.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/**
 * One rank never stops to send until another's message has been received: Waitsome must not leave that one aside for
 * ever (MPI-4.1 section 3.7.5).
 */
public final class Fairness {
    private static final int TAG = 1;
    private static final int MORE = 2;

    private Fairness() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(3);
        int me = MPI.COMM_WORLD.Rank();
        if (me == 0) receive();
        else if (me == 1) flood();
        else MPI.COMM_WORLD.Send(new int[] {me}, 0, 1, MPI.INT, 0, TAG);
        MPI.Finalize();
    }

    private static void flood() {
        boolean[] more = {true};
        while (more[0]) {
            MPI.COMM_WORLD.Send(new int[] {1}, 0, 1, MPI.INT, 0, TAG);
            MPI.COMM_WORLD.Recv(more, 0, 1, MPI.BOOLEAN, 0, MORE);
        }
    }

    private static void receive() {
        Intracomm world = MPI.COMM_WORLD;
        int[] room = new int[world.Size()];
        Request[] receives = new Request[world.Size()];
        for (int rank = 1; rank < receives.length; rank++)
            receives[rank] = world.Irecv(room, rank, 1, MPI.INT, rank, TAG);
        for (int open = world.Size() - 2; open > 0; ) {
            boolean flooded = false;
            for (Status status : Request.Waitsome(receives)) {
                Check.equal(status.index, room[status.index], "message");
                if (status.index == 1) flooded = true;
                else open--;
            }
            if (!flooded) continue;
            receives[1] = world.Irecv(room, 1, 1, MPI.INT, 1, TAG);
            world.Send(new boolean[] {true}, 0, 1, MPI.BOOLEAN, 1, MORE);
        }
        receives[1].Wait();
        world.Send(new boolean[] {false}, 0, 1, MPI.BOOLEAN, 1, MORE);
    }
}
