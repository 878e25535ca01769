package org.jmpi.ibm.beyond.threads;

import java.util.BitSet;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.beyond.Threads;

/** Each of several threads waits for any of its own receives, which the others' messages complete in another order. */
public final class Waitany {
    private static final int THREADS = 4;
    private static final int RECEIVES = 20;

    private Waitany() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int right = (world.Rank() + 1) % world.Size();
        int left = (world.Rank() + world.Size() - 1) % world.Size();
        Threads.run(2 * THREADS, thread -> {
            if (thread < THREADS) receive(thread, left);
            else
                for (int i = RECEIVES - 1; i >= 0; i--)
                    world.Send(new int[] {i}, 0, 1, MPI.INT, right, tag(thread - THREADS, i));
        });
        MPI.Finalize();
    }

    private static int tag(int thread, int receive) {
        return thread * RECEIVES + receive;
    }

    private static void receive(int thread, int left) {
        int[] room = new int[RECEIVES];
        Request[] receives = new Request[RECEIVES];
        for (int i = 0; i < RECEIVES; i++)
            receives[i] = MPI.COMM_WORLD.Irecv(room, i, 1, MPI.INT, left, tag(thread, i));
        BitSet done = new BitSet();
        for (int i = 0; i < RECEIVES; i++) {
            Status status = Request.Waitany(receives);
            Check.isTrue(receives[status.index].Is_null(), "a request that is done is void");
            Check.equal(tag(thread, status.index), status.tag, "tag");
            done.set(status.index);
        }
        Check.equal(RECEIVES, done.cardinality(), "different requests");
        Check.equal(Items.INTS.range(0, RECEIVES), room, "messages");
        Check.equal(MPI.UNDEFINED, Request.Waitany(receives).index, "index when all are void");
    }
}
