package org.jmpi.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The time in MPI by call, and by call and line of the program. */
final class CallTimes {
    /** The line of a row that adds up all lines. */
    static final String ALL_SITES = "";

    /**
     * One row.
     *
     * @param nanos in the call, of all ranks together
     * @param first of nanos, in the first call of each rank
     * @param longest the longest one of the other calls in ns
     * @param lost of nanos
     * @param bytes sent, received or contributed
     */
    record Row(
            String call,
            String site,
            long count,
            long nanos,
            long first,
            long longest,
            long lost,
            long bytes,
            int ranks) {}

    private record Key(String call, String site) {}

    private static final class Sum {
        private long count;
        private long nanos;
        private long first;
        private long longest;
        private long lost;
        private long bytes;
        private final TreeSet<Integer> ranks = new TreeSet<>();

        /** @param counts whether the event is a call, and not a wait in a call that has an event of its own */
        void add(Event event, boolean counts) {
            if (counts) count += event.weight;
            nanos += event.own * event.weight;
            if (event.first) first += event.own * event.weight;
            else longest = Math.max(longest, event.own);
            lost += event.allLost();
            bytes += event.bytes * event.weight;
            ranks.add(event.rank);
        }

        Row row(Key key) {
            return new Row(key.call, key.site, count, nanos, first, longest, lost, bytes, ranks.size());
        }
    }

    private CallTimes() {}

    static List<Row> byCall(Trace trace) {
        return rows(trace, false);
    }

    static List<Row> bySite(Trace trace) {
        return rows(trace, true);
    }

    /**
     * Waits inside a call, and the second half of a Sendrecv, belong to the call. Waits in calls of which a part is
     * recorded are rows of their lines. The execution of a remote method is no time in MPI.
     */
    private static List<Row> rows(Trace trace, boolean bySite) {
        Map<Key, Sum> sums = new HashMap<>();
        Set<String> messages = trace.ranks().stream()
                .flatMap(rank -> rank.events.stream())
                .filter(Event::isMessage)
                .map(event -> event.call)
                .collect(Collectors.toSet());
        for (Rank rank : trace.ranks())
            for (Event event : rank.events) {
                if (event.kind == Event.Kind.EXECUTION) continue;
                if (event.kind == Event.Kind.WAIT && event.outer != null) continue;
                Key key = new Key(event.call, bySite ? event.site : ALL_SITES);
                sums.computeIfAbsent(key, any -> new Sum())
                        .add(
                                event,
                                event.outer == null
                                        && (bySite || event.kind != Event.Kind.WAIT || !messages.contains(event.call)));
            }
        List<Row> rows = new ArrayList<>();
        sums.forEach((key, sum) -> rows.add(sum.row(key)));
        rows.sort(Comparator.comparingLong(Row::nanos)
                .thenComparingLong(Row::count)
                .reversed());
        return rows;
    }
}
