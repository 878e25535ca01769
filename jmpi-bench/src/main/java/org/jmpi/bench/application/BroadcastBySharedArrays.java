package org.jmpi.bench.application;

import org.jmpi.bench.ProgressBar;
import org.jmpi.dsm.SharedInts;
import org.jmpi.dsm.SpaceOptions;

/** Brings bytes to all ranks by {@code distribute}, which needs no shared array. */
final class BroadcastBySharedArrays extends SharedArraySolution<int[]> {
    private final int times;
    private final byte[] bytes;

    BroadcastBySharedArrays(Broadcast problem, SpaceOptions options) {
        super(options);
        times = problem.times();
        bytes = me == 0 ? problem.bytes() : new byte[problem.bytes().length];
    }

    @Override
    public void run(ProgressBar progress) {
        for (int i = 0; i < times; i++) {
            space.distribute(bytes, 0);
            progress.show(i, times);
        }
    }

    /** Reads the hash codes from an array to which each rank has written its own. */
    @Override
    public int[] result() {
        SharedInts shared = space.ints(ranks);
        shared.set(me, Broadcast.hash(bytes));
        space.barrier();
        int[] hashes = new int[ranks];
        shared.read(0, hashes, 0, ranks);
        return hashes;
    }
}
