package org.jmpi.bench;

import java.util.Locale;
import mpi.MPI;
import mpi.Request;

/**
 * A token goes around all ranks; each rank checks it and adds its own rank plus one. Shows that every neighbour can
 * reach the next, and what a hop costs when the receiver has to be woken.
 *
 * <pre>jmpirun -np 4 ring [--rounds N]</pre>
 *
 * With one rank the token goes from rank 0 to itself. A token that arrives with a wrong value ends the job.
 */
public final class Ring {
    private static final int TAG_TOKEN = 7;

    private final int me = MPI.COMM_WORLD.Rank();
    private final int ranks = MPI.COMM_WORLD.Size();
    private final int right = (me + 1) % ranks;
    private final int left = (me + ranks - 1) % ranks;
    private final long perRound = (long) ranks * (ranks + 1) / 2;
    private final long[] token = new long[1];
    private final long[] arrived = new long[1];

    private Ring() throws Exception {}

    /**
     * Starts the program on this rank.
     *
     * @param args the options that {@code --help} lists
     * @throws Exception what ends the rank, and so the job
     */
    public static void main(String[] args) throws Exception {
        Program.main(args, options(), Ring::run);
    }

    static Options options() {
        return new Options("ring", "Sends a token around all ranks, checks it at each, and prints the time per hop.")
                .value("rounds", "N", "1000", "times around the ring");
    }

    static int run(Options options) throws Exception {
        int rounds = options.integer("rounds", 1, 100_000_000);
        Ring ring = new Ring();
        ring.goAround(0); // untimed: connects the neighbours
        ring.token[0] = 0;
        long start = System.nanoTime();
        for (int k = 0; k < rounds; k++) ring.goAround(k);
        long nanos = System.nanoTime() - start;
        if (ring.me == 0) ring.report(rounds, nanos);
        return 0;
    }

    private void goAround(int round) throws Exception {
        if (me == 0) {
            // The receive is posted first: with one rank it is this rank's own message that arrives.
            Request request = MPI.COMM_WORLD.Irecv(arrived, 0, 1, MPI.LONG, left, TAG_TOKEN);
            pass(token[0]);
            request.Wait();
            check((round + 1) * perRound);
        } else {
            MPI.COMM_WORLD.Recv(arrived, 0, 1, MPI.LONG, left, TAG_TOKEN);
            check(round * perRound + (long) me * (me + 1) / 2);
            pass(arrived[0]);
        }
        token[0] = arrived[0];
    }

    private void pass(long value) throws Exception {
        token[0] = value + me + 1;
        MPI.COMM_WORLD.Send(token, 0, 1, MPI.LONG, right, TAG_TOKEN);
    }

    private void check(long expected) {
        if (arrived[0] == expected) return;
        throw new IllegalStateException(
                "rank " + me + ": token is " + arrived[0] + " instead of " + expected + ", from rank " + left);
    }

    private void report(int rounds, long nanos) {
        long hops = (long) rounds * ranks;
        System.out.printf(
                Locale.ROOT,
                "Ring of %d %s, %d rounds: %d hops in %.1f ms, %.3f us per hop, token %d as expected%n",
                ranks,
                ranks == 1 ? "rank" : "ranks",
                rounds,
                hops,
                nanos / 1e6,
                nanos / 1e3 / hops,
                token[0]);
    }
}
