package org.jmpi.bench.application;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jmpi.Jmpi;
import org.jmpi.bench.ProgressBar;
import org.jmpi.rpc.GlobalRef;
import org.jmpi.rpc.ObjectSpace;
import org.jmpi.rpc.RemoteArray;

/**
 * Sorts by remote objects: only rank 0 runs a program, which calls the sorters of other ranks. A sorter with several
 * ranks calls that of the first rank of their upper half for the upper part of its numbers, sorts the lower part with
 * the lower half, and merges.
 */
final class MergesortByRemoteObjects implements Solution<int[]> {
    /** The object of a rank, which sorts for others. */
    interface Sorter {
        /** Sorts an array of the caller with some ranks, of which this is the first. */
        CompletableFuture<Void> sort(RemoteArray<int[]> array, int ranks);
    }

    private final ObjectSpace space = ObjectSpace.open();
    private final List<GlobalRef<Sorter>> sorters = space.exportAll(Sorter.class, this::sort);
    private final int[] all;
    private int[] sorted;

    MergesortByRemoteObjects(Mergesort problem) {
        all = space.rank() == 0 ? problem.numbers() : null;
    }

    @Override
    public void run(ProgressBar progress) {
        if (space.rank() == 0) sorted = sorted(all.clone(), space.size(), progress);
    }

    private CompletableFuture<Void> sort(RemoteArray<int[]> array, int ranks) {
        int[] numbers = new int[array.length()];
        array.get(0, numbers, 0, numbers.length);
        array.put(0, sorted(numbers, ranks, ProgressBar.silent()), 0, numbers.length);
        return CompletableFuture.completedFuture(null);
    }

    private int[] sorted(int[] numbers, int ranks, ProgressBar progress) {
        if (ranks == 1) {
            Mergesort.sort(numbers, progress);
            return numbers;
        }
        int middle = new Parts(numbers.length, ranks).first(ranks / 2);
        int[] upper = Arrays.copyOfRange(numbers, middle, numbers.length);
        RemoteArray<int[]> array = space.exportArray(upper);
        Sorter other = sorters.get(space.rank() + ranks / 2).get();
        CompletableFuture<Void> done = other.sort(array, ranks - ranks / 2);
        int[] lower = sorted(Arrays.copyOf(numbers, middle), ranks / 2, progress);
        space.await(done);
        array.drop();
        return Mergesort.merge(lower, upper);
    }

    @Override
    public int[] result() {
        return sorted;
    }

    @Override
    public void free() {
        Jmpi.world().barrier();
        sorters.get(space.rank()).drop();
    }
}
