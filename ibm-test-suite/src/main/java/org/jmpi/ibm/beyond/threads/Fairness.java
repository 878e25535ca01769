package org.jmpi.ibm.beyond.threads;

import java.util.concurrent.atomic.AtomicInteger;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;
import org.jmpi.ibm.beyond.Threads;

/**
 * A thread that is served all the time does not keep others from learning that what they wait for has come: it goes on
 * until they have.
 */
public final class Fairness {
    private static final int WAITERS = 3;
    private static final int MESSAGES = 50;
    private static final int MORE = 100;

    private Fairness() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.exactly(2);
        AtomicInteger waiting = new AtomicInteger(WAITERS);
        Threads.run(WAITERS + 1, thread -> {
            if (thread == WAITERS) pingPong(waiting);
            else if (MPI.COMM_WORLD.Rank() == 0) sendAll(thread, waiting);
            else waitForAny(thread, waiting);
        });
        MPI.Finalize();
    }

    /** Rank 1 says whether to go on. */
    private static void pingPong(AtomicInteger waiting) {
        Intracomm world = MPI.COMM_WORLD;
        int other = 1 - world.Rank();
        boolean[] more = {true};
        while (more[0]) {
            more[0] = waiting.get() > 0;
            if (world.Rank() == 1) world.Send(more, 0, 1, MPI.BOOLEAN, other, MORE);
            else world.Recv(more, 0, 1, MPI.BOOLEAN, other, MORE);
            if (!more[0]) return;
            if (world.Rank() == 1) world.Recv(more, 0, 1, MPI.BOOLEAN, other, MORE);
            else world.Send(more, 0, 1, MPI.BOOLEAN, other, MORE);
        }
    }

    private static void sendAll(int tag, AtomicInteger waiting) {
        for (int i = 0; i < MESSAGES; i++) MPI.COMM_WORLD.Ssend(new int[] {i}, 0, 1, MPI.INT, 1, tag);
        waiting.decrementAndGet();
    }

    private static void waitForAny(int tag, AtomicInteger waiting) {
        int[] room = new int[2];
        Request[] receives = new Request[2];
        for (int i = 0; i < MESSAGES; i += 2) {
            for (int k = 0; k < 2; k++) receives[k] = MPI.COMM_WORLD.Irecv(room, k, 1, MPI.INT, 0, tag);
            int first = Request.Waitany(receives).index;
            int second = Request.Waitany(receives).index;
            Check.equal(1, first + second, "sum of the indices of two receives");
            Check.equal(new int[] {i, i + 1}, room, "two messages");
        }
        waiting.decrementAndGet();
    }
}
