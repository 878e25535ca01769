package org.jmpi.ibm.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Poll;
import org.jmpi.ibm.Ranks;

/** Iprobe returns null until there is a message, then what is needed to receive it. */
public final class Iprobe {
    private static final int TAG = 1;

    private Iprobe() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        if (me == 1) Check.equal(null, world.Iprobe(0, TAG), "Iprobe before anything is sent");
        world.Barrier();
        if (me == 0) world.Send(new int[] {7}, 0, 1, MPI.INT, 1, TAG);
        if (me == 1) {
            Status status = Poll.until(() -> world.Iprobe(0, TAG));
            Check.equal(0, status.source, "source");
            Check.equal(TAG, status.tag, "tag");
            Check.equal(1, status.Get_count(MPI.INT), "count");
            int[] room = new int[1];
            world.Recv(room, 0, 1, MPI.INT, status.source, status.tag);
            Check.equal(7, room[0], "message");
            Check.equal(null, world.Iprobe(0, TAG), "Iprobe after the only message was received");
        }
        MPI.Finalize();
    }
}
