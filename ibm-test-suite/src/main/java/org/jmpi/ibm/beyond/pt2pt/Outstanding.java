package org.jmpi.ibm.beyond.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/** 100,000 sends that are all under way before the first is received, and as many receives posted before the sends. */
public final class Outstanding {
    private static final int MESSAGES = 100_000;
    private static final int TAG = 1;
    private static final int GO = 2;

    private Outstanding() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        exchange(false);
        exchange(true);
        MPI.Finalize();
    }

    /** @param posted whether all receives are there before the sends, else all sends before the receives */
    private static void exchange(boolean posted) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int[] room = new int[MESSAGES];
        Request[] requests = new Request[MESSAGES];
        if (me == 1 && posted) post(room, requests);
        world.Barrier();
        if (me == 0) {
            for (int i = 0; i < MESSAGES; i++) requests[i] = world.Isend(new int[] {i}, 0, 1, MPI.INT, 1, TAG);
            world.Send(new int[0], 0, 0, MPI.INT, 1, GO);
        }
        if (me == 1) {
            world.Recv(new int[0], 0, 0, MPI.INT, 0, GO);
            if (!posted) post(room, requests);
        }
        Request.Waitall(requests);
        if (me == 1) Check.equal(Items.INTS.range(0, MESSAGES), room, "numbers of the messages");
    }

    private static void post(int[] room, Request[] requests) {
        for (int i = 0; i < MESSAGES; i++) requests[i] = MPI.COMM_WORLD.Irecv(room, i, 1, MPI.INT, 0, TAG);
    }
}
