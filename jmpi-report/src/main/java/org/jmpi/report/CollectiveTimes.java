package org.jmpi.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collective operations by call, algorithm, number of ranks and size. */
final class CollectiveTimes {
    /**
     * One row.
     *
     * @param bytes the upper end of the row's range of sizes: a power of four, or 0
     * @param first the longest time of an operation that is the first one of its call at a rank
     * @param median of the other times from the last rank's call to the end, in ns
     * @param waited the ns that ranks have waited for the last one
     * @param slow the ns that the operations took longer than expected, of all ranks
     */
    record Row(
            String call,
            String algorithm,
            int ranks,
            long bytes,
            long count,
            long first,
            long median,
            long longest,
            long waited,
            long slow) {}

    private record Key(String call, String algorithm, int ranks, long bytes) {}

    private CollectiveTimes() {}

    static List<Row> of(Collection<CollectiveInstance> collectives) {
        Map<Key, List<CollectiveInstance>> groups = new HashMap<>();
        for (CollectiveInstance collective : collectives) {
            Event event = collective.events.get(0);
            Key key = new Key(event.call, event.operation.algorithm(), collective.size(), range(collective.bytes()));
            groups.computeIfAbsent(key, any -> new ArrayList<>()).add(collective);
        }
        List<Row> rows = new ArrayList<>();
        groups.forEach((key, group) -> rows.add(row(key, group)));
        rows.sort(Comparator.comparing(Row::call)
                .thenComparingInt(Row::ranks)
                .thenComparingLong(Row::bytes)
                .thenComparing(Row::algorithm));
        return rows;
    }

    /** Returns the least power of four that is not below a size. */
    static long range(long bytes) {
        long range = 1;
        while (range < bytes) range <<= 2;
        return bytes == 0 ? 0 : range;
    }

    private static Row row(Key key, List<CollectiveInstance> group) {
        long[] times = group.stream()
                .filter(collective -> !collective.isFirst())
                .mapToLong(CollectiveInstance::nanosAfterLast)
                .sorted()
                .toArray();
        long waited = 0;
        long slow = 0;
        for (CollectiveInstance collective : group)
            for (Event event : collective.events) {
                waited += event.lost * event.weight;
                slow += event.slow * event.weight;
            }
        long first = group.stream()
                .filter(CollectiveInstance::isFirst)
                .mapToLong(CollectiveInstance::nanosAfterLast)
                .max()
                .orElse(0);
        long longest = Arrays.stream(times).max().orElse(0);
        return new Row(
                key.call,
                key.algorithm,
                key.ranks,
                key.bytes,
                group.stream().mapToLong(CollectiveInstance::weight).sum(),
                first,
                times.length == 0 ? 0 : times[times.length / 2],
                longest,
                waited,
                slow);
    }
}
