package org.jmpi.bench.application;

import org.jmpi.bench.ProgressBar;
import org.jmpi.dsm.SharedInts;
import org.jmpi.dsm.SpaceOptions;

/**
 * Sorts by a shared array: rank 0 writes the numbers to it, each rank sorts its part, and of each pair of ranks one
 * writes what it has sorted, and the other one reads and merges it, until rank 0 has all of them. A barrier is between
 * writing and reading.
 */
final class MergesortBySharedArrays extends SharedArraySolution<int[]> {
    private final int[] all;
    private final Parts parts;
    private final SharedInts numbers;
    private int[] sorted;

    MergesortBySharedArrays(Mergesort problem, SpaceOptions options) {
        super(options);
        all = me == 0 ? problem.numbers() : null;
        parts = new Parts(problem.length(), ranks);
        numbers = space.ints(problem.length());
    }

    @Override
    public void run(ProgressBar progress) {
        if (me == 0) numbers.write(0, all, 0, all.length);
        space.barrier();
        sorted = read(me, 1);
        Mergesort.sort(sorted, progress);
        for (int step = 1; step < ranks; step *= 2) {
            int place = me % (2 * step);
            if (place == step) numbers.write(parts.first(me), sorted, 0, sorted.length);
            space.barrier();
            if (place == 0 && me + step < ranks) sorted = Mergesort.merge(sorted, read(me + step, step));
        }
    }

    /** Returns the numbers of some ranks, or of fewer if there are no more ranks. */
    private int[] read(int rank, int count) {
        int first = parts.first(rank);
        int[] part = new int[parts.first(Math.min(rank + count, ranks)) - first];
        numbers.read(first, part, 0, part.length);
        return part;
    }

    @Override
    public int[] result() {
        return sorted;
    }
}
