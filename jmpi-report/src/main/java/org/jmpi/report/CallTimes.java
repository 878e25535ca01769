package org.jmpi.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The time in MPI by call, and by call and line of the program. */
final class CallTimes {
    /** The line of a row that adds up all lines. */
    static final String ALL_SITES = "";

    /**
     * One row.
     *
     * @param nanos in the call, of all ranks together
     * @param longest the longest call in ns
     * @param lost of nanos
     * @param bytes sent, received or contributed
     */
    record Row(String call, String site, long count, long nanos, long longest, long lost, long bytes, int ranks) {}

    private record Key(String call, String site) {}

    private static final class Sum {
        private long count;
        private long nanos;
        private long longest;
        private long lost;
        private long bytes;
        private final TreeSet<Integer> ranks = new TreeSet<>();

        void add(Event event) {
            count += event.weight;
            nanos += event.own * event.weight;
            longest = Math.max(longest, event.own);
            lost += event.allLost();
            bytes += event.bytes * event.weight;
            ranks.add(event.rank);
        }

        Row row(Key key) {
            return new Row(key.call, key.site, count, nanos, longest, lost, bytes, ranks.size());
        }
    }

    private CallTimes() {}

    static List<Row> byCall(Trace trace) {
        return rows(trace, false);
    }

    static List<Row> bySite(Trace trace) {
        return rows(trace, true);
    }

    /** Waits inside a call belong to the call. */
    private static List<Row> rows(Trace trace, boolean bySite) {
        Map<Key, Sum> sums = new HashMap<>();
        for (Rank rank : trace.ranks())
            for (Event event : rank.events) {
                if (event.kind == Event.Kind.WAIT && event.outer != null) continue;
                Key key = new Key(event.call, bySite ? event.site : ALL_SITES);
                sums.computeIfAbsent(key, any -> new Sum()).add(event);
            }
        List<Row> rows = new ArrayList<>();
        sums.forEach((key, sum) -> rows.add(sum.row(key)));
        rows.sort(Comparator.comparingLong(Row::nanos)
                .thenComparingLong(Row::count)
                .reversed());
        return rows;
    }
}
