package org.jmpi.ibm.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Items;

/** Sendrecv_replace within a pair, and around the ring of all ranks: what is received overwrites what is sent. */
public final class Sendrecv_rep {
    private Sendrecv_rep() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Sendrecv.run(Items.INTS, Sendrecv_rep::exchange);
        MPI.Finalize();
    }

    private static Status exchange(Items items, Object room, int dest, int source) {
        Intracomm world = MPI.COMM_WORLD;
        return world.Sendrecv_replace(room, 0, Sendrecv.COUNT, items.type(), dest, world.Rank(), source, source);
    }
}
