package org.jmpi.report;

import java.util.ArrayList;
import java.util.List;

/**
 * The times of a rank by activity, in ns.
 *
 * @param computing outside of MPI, without the pauses of the collector
 * @param mpi in MPI, without what is lost
 * @param gc pauses of the collector, which may also be in MPI
 */
record Balance(int rank, long computing, long mpi, long lost, long gc) {

    /** Returns the ranks of a trace, also those without a recording. */
    static List<Balance> of(Trace trace) {
        List<Balance> all = new ArrayList<>();
        for (Rank rank : trace.ranks()) all.add(of(rank));
        return all;
    }

    private static Balance of(Rank rank) {
        long lost = rank.events.stream().mapToLong(Event::allLost).sum();
        long inMpi = nanosInMpi(rank);
        long gc = rank.collections().stream().mapToLong(Pause::duration).sum();
        lost = Math.min(lost, inMpi);
        long outside = Math.max(0, rank.duration() - inMpi);
        return new Balance(rank.number, Math.max(0, outside - gc), inMpi - lost, lost, gc);
    }

    /** Returns the ns in which a thread of the rank is in MPI; those of calls that are not recorded are added. */
    private static long nanosInMpi(Rank rank) {
        long sum = 0;
        long end = Long.MIN_VALUE;
        for (Event event : rank.events) {
            if (event.own == 0) continue;
            sum += Math.max(0, event.end - Math.max(event.start, end));
            sum += event.own * (event.weight - 1);
            end = Math.max(end, event.end);
        }
        return Math.min(sum, rank.duration());
    }

    long whole() {
        return computing + mpi + lost + gc;
    }
}
