package org.jmpi.report;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Aligns the clocks of processes by causality: a message arrives after it was sent, and no rank leaves a symmetric
 * collective operation before the last one has called it.
 *
 * <p>Each such pair of events bounds the difference of two clocks from one side. Between hosts with bounds from both
 * sides the difference becomes the middle of the two. A clock is moved by no more than a bound demands if there is a
 * bound from one side only, or if both hold without a shift, as they do for processes of one host.
 */
final class ClockAlignment {
    /** The clock of process {@code from} bounds that of process {@code to} from below. */
    private record Pair(Recording from, Recording to) {}

    private record HostPair(String from, String to) {}

    private static final int MOST_ROUNDS = 100;

    private final Trace trace;

    /** The least ns to add to the clock of {@code to} when nothing is added to that of {@code from}. */
    private final Map<Pair, Long> bounds = new LinkedHashMap<>();

    private ClockAlignment(Trace trace) {
        this.trace = trace;
    }

    /** Shifts the times of a trace whose messages have been matched. */
    static void align(Trace trace, Collection<CollectiveInstance> collectives) {
        ClockAlignment alignment = new ClockAlignment(trace);
        alignment.boundByMessages();
        for (CollectiveInstance collective : collectives) alignment.boundBy(collective);
        if (alignment.bounds.isEmpty()) return;
        alignment.alignHosts();
        alignment.keepBounds();
        alignment.shift();
        collectives.forEach(CollectiveInstance::timesChanged);
    }

    private void boundByMessages() {
        for (Rank rank : trace.ranks())
            for (Event event : rank.events)
                if (event.kind == Event.Kind.RECEIVE && event.partner != null) after(event.partner, event);
    }

    /** The first event starts before the second one ends. */
    private void after(Event first, Event second) {
        Recording from = trace.rank(first.rank).recording;
        Recording to = trace.rank(second.rank).recording;
        if (from != to) bounds.merge(new Pair(from, to), first.start - second.end, Math::max);
    }

    private void boundBy(CollectiveInstance collective) {
        for (Event event : collective.events) {
            Event awaited = collective.awaitedBy(event);
            if (awaited != null && awaited != event) after(awaited, event);
        }
        if (collective.isSymmetric()) boundHosts(collective);
    }

    /** The last start at one host is before the first end at another. */
    private void boundHosts(CollectiveInstance collective) {
        Map<String, Event> last = new HashMap<>();
        Map<String, Event> first = new HashMap<>();
        for (Event event : collective.events) {
            String host = trace.rank(event.rank).recording.host;
            last.merge(host, event, (one, other) -> one.start >= other.start ? one : other);
            first.merge(host, event, (one, other) -> one.end <= other.end ? one : other);
        }
        for (String from : last.keySet())
            for (String to : first.keySet()) if (!from.equals(to)) after(last.get(from), first.get(to));
    }

    private void alignHosts() {
        Map<HostPair, Long> hostBounds = new HashMap<>();
        bounds.forEach((pair, bound) -> {
            if (!pair.from().host.equals(pair.to().host))
                hostBounds.merge(new HostPair(pair.from().host, pair.to().host), bound, Math::max);
        });
        Map<String, Long> shifts = new HashMap<>();
        for (Recording recording : trace.recordings())
            if (!shifts.containsKey(recording.host)) {
                shifts.put(recording.host, 0L);
                spread(recording.host, hostBounds, shifts);
            }
        for (Recording recording : trace.recordings()) recording.shift = shifts.get(recording.host);
    }

    /** Aligns all hosts that messages connect with one: each by the pair of hosts whose bounds are closest. */
    private void spread(String first, Map<HostPair, Long> hostBounds, Map<String, Long> shifts) {
        Set<String> hosts = new HashSet<>();
        for (Recording recording : trace.recordings()) hosts.add(recording.host);
        Set<String> reached = new HashSet<>(Set.of(first));
        for (Link link = closest(reached, hosts, hostBounds);
                link != null;
                link = closest(reached, hosts, hostBounds)) {
            reached.add(link.to());
            shifts.put(link.to(), shifts.get(link.from()) + link.difference());
        }
    }

    private static Link closest(Set<String> reached, Set<String> hosts, Map<HostPair, Long> hostBounds) {
        Link closest = null;
        for (String from : reached)
            for (String to : hosts) {
                if (reached.contains(to)) continue;
                Link link = new Link(
                        from, to, hostBounds.get(new HostPair(from, to)), hostBounds.get(new HostPair(to, from)));
                if (link.isBound() && (closest == null || link.width() < closest.width())) closest = link;
            }
        return closest;
    }

    /**
     * Bounds the offset between the clocks of two hosts.
     *
     * @param least the least ns to add to the clock of {@code to}; null if there is no bound
     * @param most the negated most ns to add; null if there is no bound
     */
    private record Link(String from, String to, Long least, Long most) {
        boolean isBound() {
            return least != null || most != null;
        }

        double width() {
            return least == null || most == null ? Double.POSITIVE_INFINITY : -(double) most - least;
        }

        long difference() {
            if (most == null) return Math.max(0, least);
            if (least == null) return Math.min(0, -most);
            return least + (-most - least) / 2;
        }
    }

    /** Moves the clocks of processes until all bounds hold; clocks that drift apart may not allow that. */
    private void keepBounds() {
        boolean moved = true;
        for (int round = 0; moved && round < MOST_ROUNDS; round++) {
            moved = false;
            for (Map.Entry<Pair, Long> bound : bounds.entrySet()) {
                Recording from = bound.getKey().from();
                Recording to = bound.getKey().to();
                long missing = from.shift + bound.getValue() - to.shift;
                if (missing <= 0) continue;
                to.shift += missing;
                moved = true;
            }
        }
    }

    private void shift() {
        for (Rank rank : trace.ranks()) if (!rank.isMissing()) rank.shift(rank.recording.shift);
        for (Recording recording : trace.recordings()) recording.moveOwn();
    }
}
