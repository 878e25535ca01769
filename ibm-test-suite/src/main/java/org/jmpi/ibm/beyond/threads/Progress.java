package org.jmpi.ibm.beyond.threads;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.beyond.Threads;

/**
 * One thread waits for a message that comes only after others have exchanged many: it blocks neither them nor their
 * collective operations.
 */
public final class Progress {
    private static final int LAST = 1000;

    private Progress() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        Intracomm comm = (Intracomm) world.clone();
        int me = world.Rank();
        int ranks = world.Size();
        Threads.run(3, thread -> {
            if (thread == 0) {
                int[] room = new int[1];
                world.Recv(room, 0, 1, MPI.INT, MPI.ANY_SOURCE, LAST);
                Check.equal((me + ranks - 1) % ranks, room[0], "last message");
            } else if (thread == 1) {
                world.Probe(MPI.ANY_SOURCE, LAST + 1);
                world.Recv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, LAST + 1);
            } else {
                Neighbours.exchange(comm, 0);
                comm.Barrier();
                world.Send(new int[] {me}, 0, 1, MPI.INT, (me + 1) % ranks, LAST);
                world.Send(new int[] {me}, 0, 1, MPI.INT, (me + 1) % ranks, LAST + 1);
            }
        });
        comm.Free();
        MPI.Finalize();
    }
}
