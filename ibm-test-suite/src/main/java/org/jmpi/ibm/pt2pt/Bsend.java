package org.jmpi.ibm.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/**
 * Buffered sends in memory that is just enough: to one who will receive later, and to each other before either
 * receives.
 */
public final class Bsend {
    private static final int TAG = 1;

    private Bsend() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS, 1000, 100_000);
        MPI.Finalize();
    }

    public static void run(Items items, int few, int many) {
        Ranks.atLeast(2);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        if (me == 0) {
            Object message = items.range(0, few);
            byte[] attached = items.attachment(message);
            MPI.Buffer_attach(attached);
            world.Bsend(message, 0, few, items.type(), 1, TAG);
            Check.isTrue(MPI.Buffer_detach() == attached, "what is detached was attached");
        }
        if (me == 1) receive(items, few, 0);
        Object message = items.range(me, many);
        MPI.Buffer_attach(items.attachment(message));
        world.Barrier();
        if (me < 2) {
            world.Bsend(message, 0, many, items.type(), 1 - me, TAG);
            receive(items, many, 1 - me);
        }
        MPI.Buffer_detach();
    }

    /** Receives items that start with the sender's number. */
    private static void receive(Items items, int count, int source) {
        Object room = items.room(count);
        MPI.COMM_WORLD.Recv(room, 0, count, items.type(), source, TAG);
        Check.equal(items.range(source, count), room, "message of " + count + " from rank " + source);
    }
}
