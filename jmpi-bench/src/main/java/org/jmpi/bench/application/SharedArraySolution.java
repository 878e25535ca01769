package org.jmpi.bench.application;

import java.util.Arrays;
import mpi.MPI;
import org.jmpi.dsm.SharedSpace;
import org.jmpi.dsm.SpaceOptions;
import org.jmpi.dsm.SpaceStatistics;

/**
 * A solution by shared arrays. It has a space of all ranks.
 *
 * @param <R> what the solution results in
 */
abstract class SharedArraySolution<R> implements Solution<R> {
    final SharedSpace space;
    final int me;
    final int ranks;

    SharedArraySolution(SpaceOptions options) {
        space = SharedSpace.make(options);
        me = space.rank();
        ranks = space.size();
    }

    @Override
    public String statistics() throws Exception {
        return statistics(space, 0, 0);
    }

    /** Returns the sums over all ranks, with messages and bytes that this one has sent without the space. */
    static String statistics(SharedSpace space, long messages, long bytes) throws Exception {
        SpaceStatistics own = space.statistics();
        long[] counts = {
            own.acquires(),
            own.remoteAcquires(),
            own.messages() + messages,
            own.bytes() + bytes,
            own.diffs(),
            own.diffBytes(),
            own.twins(),
            own.misses(),
            own.coldMisses()
        };
        Object[] sums = sum(counts);
        return String.format(
                "%d acquires (%d remote) %d messages %d bytes %d diffs (%d bytes) %d twins %d misses (%d cold)", sums);
    }

    /** Returns the sums of counts over all ranks, on rank 0. */
    static Object[] sum(long... counts) throws Exception {
        long[] sums = new long[counts.length];
        MPI.COMM_WORLD.Reduce(counts, 0, sums, 0, counts.length, MPI.LONG, MPI.SUM, 0);
        Object[] objects = new Object[sums.length];
        Arrays.setAll(objects, i -> sums[i]);
        return objects;
    }

    @Override
    public void free() {
        space.close();
    }
}
