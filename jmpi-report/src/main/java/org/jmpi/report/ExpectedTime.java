package org.jmpi.report;

import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How long a collective operation may take once all ranks have called it, by a model of latency and bandwidth: {@code
 * rounds * latency + bytes / bandwidth}. Both figures come from the job itself, so that its host and transport count.
 *
 * @param latency in ns, of a short message that a receive awaits
 * @param nanosPerByte of a long one
 */
record ExpectedTime(double latency, double nanosPerByte) {
    /** An operation is slow if it takes so many times longer than expected. */
    static final int TOLERANCE = 4;

    private static final long SHORT = 1024;
    private static final long LONG = 64 * 1024;
    private static final double LEAST_LATENCY = 1_000;
    private static final double USUAL_LATENCY = 20_000;
    private static final double USUAL_NANOS_PER_BYTE = 1;

    /** Those whose bytes travel to or from each rank. */
    private static final Set<String> BY_RANKS = Set.of(
            "Gather",
            "Gatherv",
            "Scatter",
            "Scatterv",
            "Allgather",
            "Allgatherv",
            "Alltoall",
            "Alltoallv",
            "Alltoallw");

    static ExpectedTime of(Trace trace, Collection<CollectiveInstance> collectives) {
        double[] latencies = receives(trace)
                .filter(receive -> receive.bytes <= SHORT)
                .mapToDouble(ExpectedTime::nanos)
                .toArray();
        if (latencies.length == 0) latencies = ofCollectives(collectives);
        double[] perByte = receives(trace)
                .filter(receive -> receive.bytes >= LONG)
                .mapToDouble(receive -> nanos(receive) / receive.bytes)
                .toArray();
        return new ExpectedTime(
                Math.max(LEAST_LATENCY, lowerQuartile(latencies, USUAL_LATENCY)),
                lowerQuartile(perByte, USUAL_NANOS_PER_BYTE));
    }

    /** Returns the receives that were posted when their messages were sent. */
    private static Stream<Event> receives(Trace trace) {
        return trace.ranks().stream()
                .flatMap(rank -> rank.events.stream())
                .filter(event -> event.kind == Event.Kind.RECEIVE && event.isInCall())
                .filter(event -> event.partner != null && event.partner.start >= event.start);
    }

    private static double nanos(Event receive) {
        return receive.end - receive.partner.start;
    }

    private static double[] ofCollectives(Collection<CollectiveInstance> collectives) {
        return collectives.stream()
                .filter(collective -> collective.isWhole() && collective.size() > 1 && collective.bytes() <= SHORT)
                .mapToDouble(collective -> collective.nanosAfterLast() / (double) rounds(collective.size()))
                .toArray();
    }

    /** Those that a busy host or the program has delayed are not the measure of others. */
    private static double lowerQuartile(double[] values, double otherwise) {
        if (values.length == 0) return otherwise;
        Arrays.sort(values);
        return values[values.length / 4];
    }

    private static int rounds(int size) {
        return Math.max(1, 32 - Integer.numberOfLeadingZeros(Math.max(0, size - 1)));
    }

    /** Returns the ns that are usual for an operation after the last rank has called it. */
    long of(CollectiveInstance collective) {
        int factor = BY_RANKS.contains(collective.name()) ? collective.size() : 2;
        return (long) (rounds(collective.size()) * latency + factor * collective.bytes() * nanosPerByte);
    }
}
