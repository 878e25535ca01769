package org.jmpi.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jmpi.report.Finding.RankTime;

/** Adds up what events lose, by cause and call site. */
final class Findings {
    private static final int NAMED = 3;

    private record Key(Cause cause, String call, String site) {}

    /** The losses of one cause at one call site. */
    private static final class Sum {
        private long nanos;
        private long count;
        private final Map<Integer, Long> victims = new TreeMap<>();
        private final Map<Integer, Long> culprits = new TreeMap<>();
        private final Map<String, Long> culpritCalls = new HashMap<>();
        private Event worst;
        private long worstNanos;

        void add(Event event, long lost, Event culprit) {
            nanos += lost * event.weight;
            count += event.weight;
            victims.merge(event.rank, lost * event.weight, Long::sum);
            if (culprit != null) {
                culprits.merge(culprit.rank, lost * event.weight, Long::sum);
                culpritCalls.merge(call(culprit), lost * event.weight, Long::sum);
            }
            if (lost <= worstNanos) return;
            worstNanos = lost;
            worst = event;
        }
    }

    private final Trace trace;
    private final FirstCalls firstCalls;
    private final Map<Key, Sum> sums = new LinkedHashMap<>();

    private Findings(Trace trace, FirstCalls firstCalls) {
        this.trace = trace;
        this.firstCalls = firstCalls;
    }

    /** Returns the findings of a trace whose losses have been found: one of the hosts, then the worst first. */
    static List<Finding> of(Trace trace, Collection<CollectiveInstance> collectives, FirstCalls firstCalls) {
        Findings findings = new Findings(trace, firstCalls);
        Map<Event, CollectiveInstance> instances = new HashMap<>();
        for (CollectiveInstance instance : collectives)
            for (Event event : instance.events) if (event.slow > 0) instances.put(event, instance);
        for (Rank rank : trace.ranks()) for (Event event : rank.events) findings.add(event);
        List<Finding> all = new ArrayList<>();
        findings.sums.forEach((key, sum) -> all.add(findings.finding(key, sum, instances)));
        findings.pauses().ifPresent(all::add);
        all.sort(Comparator.comparingLong(Finding::lostNanos).reversed());
        HostLoad.of(trace).ifPresent(finding -> all.add(0, finding));
        return all;
    }

    private void add(Event event) {
        if (event.lost > 0) sum(event.cause, event).add(event, event.lost, event.culprit);
        if (event.slow > 0) sum(event.slowCause(), event).add(event, event.slow, null);
    }

    private Sum sum(Cause cause, Event event) {
        return sums.computeIfAbsent(new Key(cause, event.call, event.site), any -> new Sum());
    }

    private Finding finding(Key key, Sum sum, Map<Event, CollectiveInstance> instances) {
        List<RankTime> victims = byTime(sum.victims);
        List<RankTime> culprits = byTime(sum.culprits);
        String text = switch (key.cause) {
            case LATE_SENDER ->
                waits(key, victims) + "for late messages of " + named(culprits) + ", sent by " + most(sum.culpritCalls)
                        + ".";
            case LATE_RECEIVER ->
                waits(key, victims) + "for late receives of " + named(culprits) + ", by " + most(sum.culpritCalls)
                        + ".";
            case HELD_LOCK ->
                waits(key, victims) + "for " + named(culprits) + ", which " + (culprits.size() == 1 ? "has" : "have")
                        + " the lock.";
            case SLOW_METHOD ->
                waits(key, victims) + "for " + named(culprits) + ", which " + (culprits.size() == 1 ? "runs" : "run")
                        + " the method.";
            case FIRST_CALL -> first(key, instances.get(sum.worst));
            case SLOW_COLLECTIVE -> slow(key, sum, instances.get(sum.worst));
            default ->
                waits(key, victims) + "for " + named(culprits) + ", which " + (culprits.size() == 1 ? "calls" : "call")
                        + " it last.";
        };
        long start = trace.start();
        Finding.Worst worst = new Finding.Worst(sum.worst.rank, sum.worst.start - start, sum.worst.end - start);
        return new Finding(key.cause, key.call, key.site, sum.nanos, sum.count, victims, culprits, worst, text);
    }

    private static List<RankTime> byTime(Map<Integer, Long> times) {
        return times.entrySet().stream()
                .map(entry -> new RankTime(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingLong(RankTime::nanos).reversed())
                .toList();
    }

    private String waits(Key key, List<RankTime> victims) {
        return Units.capital(all(victims)) + (victims.size() == 1 ? " waits" : " wait") + " in " + key.call + " at "
                + key.site + " ";
    }

    /** Names ranks in the order of their numbers. */
    private String all(List<RankTime> ranks) {
        int size = ranks.size();
        if (size == trace.size() && size > 1) return size == 2 ? "both ranks" : "all " + size + " ranks";
        return Units.ranks(ranks.stream().map(RankTime::rank).sorted().toList());
    }

    /** Names the ranks that cost most, each with its share of the time if there are several. */
    private static String named(List<RankTime> ranks) {
        if (ranks.size() == 1) return "rank " + ranks.get(0).rank();
        double sum = ranks.stream().mapToLong(RankTime::nanos).sum();
        return "ranks "
                + ranks.stream()
                        .limit(NAMED)
                        .map(rank -> rank.rank() + " (" + Units.percent(rank.nanos() / sum) + ")")
                        .collect(Collectors.joining(", "))
                + (ranks.size() > NAMED ? " and " + Units.count(ranks.size() - NAMED, "other") : "");
    }

    private static String call(Event event) {
        return event.site.equals(CallSites.UNKNOWN) ? event.call : event.call + " at " + event.site;
    }

    private static String most(Map<String, Long> times) {
        return times.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    private static String slow(Key key, Sum sum, CollectiveInstance worst) {
        Event event = sum.worst;
        String algorithm = event.operation.algorithm();
        return key.call + " at " + key.site + (algorithm.isEmpty() ? "" : " (algorithm " + algorithm + ")") + " of "
                + Units.bytes(worst.bytes()) + " per rank on " + Units.count(worst.size(), "rank") + " takes up to "
                + Units.time(worst.nanosAfterLast())
                + " after the last rank has called it; messages of this job suggest "
                + Units.time(Math.max(0, worst.nanosAfterLast() - event.slow)) + ".";
    }

    private String first(Key key, CollectiveInstance worst) {
        OptionalLong later = firstCalls.later(key.call);
        return "The first " + key.call + " at " + key.site + " on " + Units.count(worst.size(), "rank") + " takes "
                + Units.time(worst.nanosAfterLast())
                + " after the last rank has called it, as JVMs load and compile its"
                + " code; "
                + (later.isEmpty() ? "there is no later one." : "a later one " + Units.time(later.getAsLong()) + ".");
    }

    private Optional<Finding> pauses() {
        Map<Integer, Long> times = new TreeMap<>();
        List<Pause> pauses = new ArrayList<>();
        Rank worst = null;
        Pause longest = null;
        for (Rank rank : trace.ranks()) {
            for (Pause pause : rank.collections()) {
                times.merge(rank.number, pause.duration(), Long::sum);
                pauses.add(pause);
                if (longest != null && pause.duration() <= longest.duration()) continue;
                longest = pause;
                worst = rank;
            }
        }
        if (longest == null) return Optional.empty();
        List<RankTime> victims = byTime(times);
        long nanos = victims.stream().mapToLong(RankTime::nanos).sum();
        String text = "The garbage collector stops " + all(victims) + ", each time for up to "
                + Units.time(longest.duration()) + " (" + longest.name() + ").";
        long start = trace.start();
        Finding.Worst moment = new Finding.Worst(worst.number, longest.start() - start, longest.end() - start);
        return Optional.of(new Finding(Cause.GC_PAUSE, "", "", nanos, pauses.size(), victims, List.of(), moment, text));
    }
}
