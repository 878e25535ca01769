package org.jmpi.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One collective operation, with the events of all ranks that took part. */
final class CollectiveInstance {
    private record Key(int context, long number, String operation) {}

    private static final Set<String> FROM_ROOT = Set.of("Bcast", "Scatter", "Scatterv");
    private static final Set<String> TO_ROOT = Set.of("Reduce", "Gather", "Gatherv");

    /** Those that no rank leaves before the last one has arrived. */
    private static final Set<String> SYMMETRIC = Set.of(
            "Barrier",
            "Allreduce",
            "Allgather",
            "Allgatherv",
            "Alltoall",
            "Alltoallv",
            "Alltoallw",
            "Reduce_scatter",
            "Reduce_scatter_block");

    /** Those for which a rank needs all ranks before it. */
    private static final Set<String> PREFIX = Set.of("Scan", "Exscan");

    final List<Event> events = new ArrayList<>();
    private Event last;

    /** Returns all operations of a trace, in the order in which the lowest rank calls them. */
    static Collection<CollectiveInstance> of(Trace trace) {
        Map<Key, CollectiveInstance> all = new LinkedHashMap<>();
        for (Rank rank : trace.ranks())
            for (Event event : rank.events)
                if (event.kind == Event.Kind.COLLECTIVE)
                    all.computeIfAbsent(key(event), any -> new CollectiveInstance())
                            .events
                            .add(event);
        return all.values();
    }

    private static Key key(Event event) {
        return new Key(event.context, event.operation.number(), event.operation.name());
    }

    String call() {
        return events.get(0).call;
    }

    String name() {
        return events.get(0).operation.name();
    }

    /** Returns how many operations of the job this one stands for. */
    int weight() {
        return events.stream().mapToInt(event -> event.weight).max().orElse(1);
    }

    int size() {
        return Math.max(events.size(), events.get(0).operation.size());
    }

    /** Returns the most bytes that a rank contributes. */
    long bytes() {
        return events.stream().mapToLong(event -> event.bytes).max().orElse(0);
    }

    /** Returns whether the trace has all its ranks. */
    boolean isWhole() {
        return events.size() >= events.get(0).operation.size();
    }

    boolean isSymmetric() {
        return SYMMETRIC.contains(name());
    }

    boolean isFromRoot() {
        return FROM_ROOT.contains(name());
    }

    boolean isToRoot() {
        return TO_ROOT.contains(name());
    }

    boolean isRoot(Event event) {
        return event.operation.root() == event.rank;
    }

    /** Returns the event that starts last. */
    Event last() {
        if (last != null) return last;
        last = events.get(0);
        for (Event event : events) if (event.start > last.start) last = event;
        return last;
    }

    /** Returns whether it is the first one of its kind of a rank. */
    boolean isFirst() {
        return events.get(0).first;
    }

    /** All wait for the rank whose first call it is. */
    void spreadFirst() {
        boolean any = events.stream().anyMatch(event -> event.first);
        for (Event event : events) event.first = any;
    }

    /** Times have changed. */
    void timesChanged() {
        last = null;
    }

    /**
     * Returns the event that a rank has to wait for before it can go on; null if it need not wait.
     *
     * <p>All wait for the root that sends, a root that receives waits for all, and ranks of symmetric operations wait
     * for the last one. In a Scan a rank waits for the last one of those before it. Nothing is known of operations
     * between neighbours.
     */
    Event awaitedBy(Event event) {
        if (isFromRoot()) return isRoot(event) ? null : root();
        if (isToRoot() && !isRoot(event)) return null;
        if (isSymmetric() || isToRoot()) return last();
        if (!PREFIX.contains(name())) return null;
        Event last = null;
        for (Event other : events)
            if (other.rank < event.rank && (last == null || other.start > last.start)) last = other;
        return last;
    }

    private Event root() {
        for (Event event : events) if (isRoot(event)) return event;
        return null;
    }

    /** Returns the ns from the arrival of the last rank to the end at the last one. */
    long nanosAfterLast() {
        long end = Long.MIN_VALUE;
        for (Event event : events) end = Math.max(end, event.end);
        return Math.max(0, end - last().start);
    }
}
