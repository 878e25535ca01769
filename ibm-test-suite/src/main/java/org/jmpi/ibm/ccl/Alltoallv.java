package org.jmpi.ibm.ccl;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/**
 * Alltoallv: each rank's blocks have a length of their own; all land at their displacements, with gaps between
 * them.
 */
public final class Alltoallv {
    private Alltoallv() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS);
        MPI.Finalize();
    }

    public static void run(Items items) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        Uneven received = new Uneven(world.Size(), 10, 15);
        Uneven sent = new Uneven(world.Size(), received.count(me), received.count(me));
        Object out = sent.filled(items, (dest, k) -> Uneven.STRIDE * me + k);
        Object in = received.room(items);
        world.Alltoallv(
                out,
                0,
                sent.counts(),
                sent.displs(),
                items.type(),
                in,
                0,
                received.counts(),
                received.displs(),
                items.type());
        Check.equal(received.filled(items, (source, k) -> Uneven.STRIDE * source + k), in, "blocks and gaps");
    }
}
