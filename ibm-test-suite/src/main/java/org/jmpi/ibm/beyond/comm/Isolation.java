package org.jmpi.ibm.beyond.comm;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;
import org.jmpi.ibm.beyond.ccl.AllCollectives;

/**
 * Messages of the same source and tag in several communicators, and wildcard receives that are posted in one while
 * collective operations and messages pass in the others: nothing crosses.
 */
public final class Isolation {
    private static final int TAG = 1;

    private Isolation() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        Intracomm world = MPI.COMM_WORLD;
        Intracomm clone = (Intracomm) world.clone();
        Intracomm split = world.Split(0, world.Rank());
        Intracomm[] comms = {world, clone, split};
        int right = (world.Rank() + 1) % world.Size();
        int left = (world.Rank() + world.Size() - 1) % world.Size();
        int[] rooms = {-1, -1, -1};
        Request[] receives = new Request[3];
        for (int i = 0; i < 3; i++) receives[i] = comms[i].Irecv(rooms, i, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        for (Intracomm comm : comms) AllCollectives.check(comm, 100, 0);
        Check.equal(null, Request.Testany(receives), "receives that nothing was sent to");
        world.Barrier();
        for (int i = 2; i >= 0; i--) {
            comms[i].Send(new int[] {10 * world.Rank() + i}, 0, 1, MPI.INT, right, TAG);
            receives[i].Wait();
            Check.equal(10 * left + i, rooms[i], "message in communicator " + i);
            comms[i].Barrier();
        }
        clone.Send(new int[1], 0, 1, MPI.INT, right, TAG);
        clone.Probe(left, TAG);
        Check.equal(null, world.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG), "message of a clone, in the world");
        Check.equal(null, split.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG), "message of a clone, in another communicator");
        clone.Recv(new int[1], 0, 1, MPI.INT, left, TAG);
        clone.Free();
        split.Free();
        MPI.Finalize();
    }
}
