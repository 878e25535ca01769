package org.jmpi.ibm.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** Receives from any source, tag by tag: the status tells whose message came. */
public final class Wildcard {
    private static final int TAGS = 10;

    private Wildcard() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int senders = world.Size() - 1;
        if (me == 0)
            for (int i = 0; i < TAGS * senders; i++) {
                int[] room = new int[1];
                Status status = world.Recv(room, 0, 1, MPI.INT, MPI.ANY_SOURCE, i / senders);
                Check.equal(i / senders, status.tag, "tag");
                Check.equal(message(status.source, status.tag), room[0], "message from rank " + status.source);
            }
        else for (int tag = 0; tag < TAGS; tag++) world.Send(new int[] {message(me, tag)}, 0, 1, MPI.INT, 0, tag);
        MPI.Finalize();
    }

    private static int message(int rank, int tag) {
        return 1000 * rank + tag;
    }
}
