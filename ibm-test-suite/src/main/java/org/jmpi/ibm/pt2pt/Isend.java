package org.jmpi.ibm.pt2pt;

import mpi.Comm;
import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/** Non-blocking sends of every mode from each rank to each, all under way at once. */
public final class Isend {
    private static final int ATTACHED = 10_000;

    private Isend() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS);
        MPI.Finalize();
    }

    public static void run(Items items) {
        Ranks.atLeast(2);
        exchange(items, Comm::Isend, false);
        exchange(items, Comm::Issend, false);
        exchange(items, Comm::Irsend, true);
        MPI.Buffer_attach(new byte[ATTACHED]);
        exchange(items, Comm::Ibsend, false);
        MPI.Buffer_detach();
    }

    /** Exchanges a message between all pairs, if need be only after every receive has been posted. */
    static void exchange(Items items, Transfer<Request> mode, boolean receivesFirst) {
        AllPairs<Request> pairs = new AllPairs<>(items, 1, new Request[2 * MPI.COMM_WORLD.Size()]);
        pairs.receive(Comm::Irecv);
        if (receivesFirst) MPI.COMM_WORLD.Barrier();
        pairs.send(mode);
        pairs.complete();
    }
}
