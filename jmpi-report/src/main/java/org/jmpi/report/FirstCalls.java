package org.jmpi.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Separates the first calls of each kind, in which a JVM loads and compiles code, from those that follow. */
final class FirstCalls {
    private final Map<String, Long> later = new HashMap<>();

    /** Marks the first calls of a trace. */
    FirstCalls(Trace trace, Collection<CollectiveInstance> collectives) {
        for (Rank rank : trace.ranks()) mark(rank);
        Map<String, List<Long>> times = new HashMap<>();
        for (CollectiveInstance collective : collectives) {
            collective.spreadFirst();
            if (!collective.isFirst())
                times.computeIfAbsent(collective.call(), any -> new ArrayList<>())
                        .add(collective.nanosAfterLast());
        }
        times.forEach(
                (call, all) -> later.put(call, all.stream().sorted().toList().get(all.size() / 2)));
    }

    /** Of a recording that starts later than the rank, nothing is known of first calls. */
    private static void mark(Rank rank) {
        Set<String> calls = new HashSet<>();
        for (Event event : rank.events) event.first = rank.hasBegun() && calls.add(event.kind + event.call);
    }

    /** Returns the median of the times of the later operations of a call, in ns after the last rank's call. */
    OptionalLong later(String call) {
        Long nanos = later.get(call);
        return nanos == null ? OptionalLong.empty() : OptionalLong.of(nanos);
    }

    /** Returns whether an operation takes much longer than those that follow. */
    boolean isCold(CollectiveInstance collective) {
        if (!collective.isFirst()) return false;
        OptionalLong usual = later(collective.call());
        return usual.isEmpty() || collective.nanosAfterLast() > ExpectedTime.TOLERANCE * usual.getAsLong();
    }
}
