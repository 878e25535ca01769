package org.jmpi.ibm.beyond.threads;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;
import org.jmpi.ibm.beyond.Threads;

/** Threads of one rank take messages of all ranks with wildcards: each message is taken just once. */
public final class Sharedpool {
    private static final int THREADS = 4;
    private static final int EACH = 500;
    private static final int TAG = 1;

    private Sharedpool() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        Intracomm world = MPI.COMM_WORLD;
        int senders = world.Size() - 1;
        AtomicInteger[] taken = new AtomicInteger[world.Size() * THREADS * EACH];
        Arrays.setAll(taken, i -> new AtomicInteger());
        Threads.run(THREADS, thread -> {
            if (world.Rank() > 0) send(thread);
            else
                for (int i = 0; i < senders * EACH; i++) {
                    int[] number = new int[1];
                    Status status = world.Recv(number, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                    Check.equal(status.source, number[0] / (THREADS * EACH), "sender of message " + number[0]);
                    taken[number[0]].incrementAndGet();
                }
        });
        if (world.Rank() == 0)
            for (int i = THREADS * EACH; i < taken.length; i++)
                Check.equal(1, taken[i].get(), "times that message " + i + " came");
        MPI.Finalize();
    }

    private static void send(int thread) {
        int first = (MPI.COMM_WORLD.Rank() * THREADS + thread) * EACH;
        for (int i = 0; i < EACH; i++) MPI.COMM_WORLD.Send(new int[] {first + i}, 0, 1, MPI.INT, 0, TAG);
    }
}
