package org.jmpi.run.watch;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.run.watch.RankStatus.Activity;
import org.jmpi.run.watch.RankStatus.Traffic;

/** States of jobs for tests. */
final class Statuses {
    private static final long GIB = 1L << 30;

    private Statuses() {}

    static RankStatus computing(int rank) {
        return new RankStatus(rank, rank, "node1", Activity.COMPUTING, "", List.of(), 0, GIB / 4, GIB, Traffic.NONE);
    }

    static RankStatus waiting(int rank, String call, Integer... awaited) {
        return new RankStatus(
                rank,
                rank,
                "node2",
                Activity.WAITING,
                call,
                List.of(awaited),
                12_300_000_000L,
                GIB / 2,
                GIB,
                new Traffic(1200, 3 << 20, 7, 8));
    }

    static JobStatus of(List<RankStatus> ranks, String... deadlock) {
        return new JobStatus("6b1c", 4711, "Solver", 1000, 3_724_000, ranks, List.of(deadlock));
    }

    static JobStatus computing(int ranks, RankStatus... others) {
        List<RankStatus> all = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) all.add(computing(rank));
        for (RankStatus other : others) all.set(other.rank(), other);
        return of(all);
    }
}
