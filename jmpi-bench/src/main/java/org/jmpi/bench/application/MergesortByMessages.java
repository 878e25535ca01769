package org.jmpi.bench.application;

import mpi.MPI;
import org.jmpi.bench.ProgressBar;

/**
 * Sorts by messages: rank 0 scatters the numbers, each rank sorts its part, and pairs of ranks merge theirs until rank
 * 0 has all of them.
 *
 * <pre>
 *   rank      0   1   2   3   4
 *   step 1    0 &lt;- 1   2 &lt;- 3   4
 *   step 2    0 &lt;----- 2       4
 *   step 4    0 &lt;------------- 4
 * </pre>
 */
final class MergesortByMessages implements Solution<int[]> {
    private static final int TAG = 1;

    private final int me = MPI.COMM_WORLD.Rank();
    private final int ranks = MPI.COMM_WORLD.Size();
    private final int[] all;
    private final Parts parts;
    private final Sent sent = new Sent();
    private int[] sorted;

    MergesortByMessages(Mergesort problem) throws Exception {
        all = me == 0 ? problem.numbers() : null;
        parts = new Parts(problem.length(), ranks);
    }

    @Override
    public void run(ProgressBar progress) throws Exception {
        sorted = new int[parts.length(me)];
        int[] lengths = parts.lengths();
        MPI.COMM_WORLD.Scatterv(all, 0, lengths, parts.firsts(), MPI.INT, sorted, 0, sorted.length, MPI.INT, 0);
        for (int rank = 1; me == 0 && rank < ranks; rank++) sent.ints(lengths[rank]);
        Mergesort.sort(sorted, progress);
        for (int step = 1; step < ranks; step *= 2) {
            if ((me & step) != 0) {
                MPI.COMM_WORLD.Send(sorted, 0, sorted.length, MPI.INT, me - step, TAG);
                sent.ints(sorted.length);
                return;
            }
            if (me + step < ranks) sorted = Mergesort.merge(sorted, receive(me + step, step));
        }
    }

    /** Returns what a rank has merged: its part, and those of the ranks after it. */
    private int[] receive(int rank, int step) throws Exception {
        int[] numbers = new int[parts.first(Math.min(rank + step, ranks)) - parts.first(rank)];
        MPI.COMM_WORLD.Recv(numbers, 0, numbers.length, MPI.INT, rank, TAG);
        return numbers;
    }

    @Override
    public String statistics() throws Exception {
        return sent.ofAllRanks();
    }

    @Override
    public int[] result() {
        return sorted;
    }
}
