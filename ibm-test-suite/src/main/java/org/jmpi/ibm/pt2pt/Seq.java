package org.jmpi.ibm.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/**
 * Many messages from many ranks to one, which takes them from whom they come: none is lost, each rank's stay in
 * order.
 */
public final class Seq {
    private static final int TAG = 1;
    private static final int MESSAGES = 30;

    private Seq() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        Intracomm world = MPI.COMM_WORLD;
        if (world.Rank() == 0) receiveAll();
        else for (int k = 0; k < MESSAGES; k++) world.Send(new int[] {k}, 0, 1, MPI.INT, 0, TAG);
        MPI.Finalize();
    }

    private static void receiveAll() {
        Intracomm world = MPI.COMM_WORLD;
        int[] next = new int[world.Size()];
        for (int k = 0; k < (world.Size() - 1) * MESSAGES; k++) {
            int[] room = {-1};
            Status status = world.Recv(room, 0, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
            Check.equal(next[status.source]++, room[0], "message from rank " + status.source);
        }
        for (int i = 1; i < next.length; i++) Check.equal(MESSAGES, next[i], "messages from rank " + i);
    }
}
