package org.jmpi.dsm.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The ranks that have come to a barrier, at its manager. Guarded by the protocol. */
final class Meeting {
    private final int size;
    private final List<Arrival> arrivals = new ArrayList<>();
    private final List<Interval> intervals = new ArrayList<>();
    private final List<Consumer<ByteBuffer>> kept = new ArrayList<>();
    private boolean collects;

    private record Arrival(int rank, int[] clock, Consumer<ByteBuffer> answer) {}

    Meeting(int size) {
        this.size = size;
    }

    /** Takes a rank's arrival; lets all go when it is the last one. */
    void arrive(int rank, ByteBuffer payload, Consumer<ByteBuffer> answer) {
        collects |= payload.getInt() != 0;
        arrivals.add(new Arrival(rank, Numbers.clock(payload, size), answer));
        intervals.addAll(Interval.read(payload, size));
        if (arrivals.size() < size) return;
        List<Arrival> all = List.copyOf(arrivals);
        List<Interval> news = List.copyOf(intervals);
        boolean collect = collects;
        arrivals.clear();
        intervals.clear();
        collects = false;
        for (Arrival each : all) each.answer.accept(departure(each, news, collect));
    }

    private static ByteBuffer departure(Arrival to, List<Interval> news, boolean collect) {
        Numbers numbers = new Numbers().add(collect ? 1 : 0);
        List<Interval> unknown = news.stream()
                .filter(interval -> interval.number() > to.clock[interval.author()])
                .toList();
        Interval.write(unknown, numbers);
        return numbers.done();
    }

    /** Takes that a rank's kept pages are valid; lets all go when it is the last one. */
    void keep(Consumer<ByteBuffer> answer) {
        kept.add(answer);
        if (kept.size() < size) return;
        List<Consumer<ByteBuffer>> all = List.copyOf(kept);
        kept.clear();
        all.forEach(each -> each.accept(Numbers.of()));
    }
}
