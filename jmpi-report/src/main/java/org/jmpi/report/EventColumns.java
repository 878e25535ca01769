package org.jmpi.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * The events of a page, column by column: numbers of 7 bits per byte, the lowest ones first, compressed by zlib.
 *
 * <pre>
 * Each column has the events of rank 0, in the order of their starts, then those of rank 1, ...
 *   START     units since the start of the event before; of the first one since the start of the job
 *   DURATION  in units
 *   LABEL     place in the table of labels: kind, call, line of the program, algorithm, context, ranks
 *   FLAGS     1 if the rank is in the call, 2 if it is the first one of its kind, 4 if it takes long because of that, 8
 *             if another call contains it; plus 16 times the number of the cause, from 1 on; 0 if none
 *   PEER      rank of the other side or the root, plus 1; 0 if none
 *   BYTES
 *   AUX       tag, or number of the collective operation, less that of the event before
 *   LOST      units from the start
 *   SLOW      units before the end
 *   WEIGHT    operations that the event stands for
 *   SEND      of a receive: 1 plus the distance of its send from the last one of the same sender; 0 if none
 *   OUTSIDE   units of the duration that count as time of another event in MPI
 *   BLAMED    rank that the lost time waits for, plus 1; 0 if none
 *   CULPRIT   label of its event, plus 1; 0 if none
 * Differences are coded as 0, -1, 1, -2, ... = 0, 1, 2, 3, ...
 * </pre>
 */
final class EventColumns {
    /** The most events of a page: of more the shortest are left out. */
    static final int MOST = 2_000_000;

    private static final long LONGEST_SPAN = 1_000_000_000L;

    private enum Column {
        START,
        DURATION,
        LABEL,
        FLAGS,
        PEER,
        BYTES,
        AUX,
        LOST,
        SLOW,
        WEIGHT,
        SEND,
        OUTSIDE,
        BLAMED,
        CULPRIT
    }

    private record Label(Event.Kind kind, String call, String site, String algorithm, int context, int ranks) {
        String json() {
            return "[" + kind.ordinal() + "," + Json.text(call) + "," + Json.text(site) + "," + Json.text(algorithm)
                    + "," + context + "," + ranks + "]";
        }
    }

    private final Trace trace;
    private final long start;
    private final Map<Column, ByteArrayOutputStream> columns = new LinkedHashMap<>();
    private final Map<Label, Integer> labels = new LinkedHashMap<>();
    private final List<Integer> counts = new ArrayList<>();

    /** The ns of a unit: a power of ten, so that times have nine digits. */
    private final long unit;

    private final long shortest;

    EventColumns(Trace trace) {
        this(trace, MOST);
    }

    EventColumns(Trace trace, int most) {
        this.trace = trace;
        start = trace.start();
        unit = unit(trace.duration());
        shortest = shortest(most);
        for (Column column : Column.values()) columns.put(column, new ByteArrayOutputStream());
        for (Rank rank : trace.ranks()) number(rank);
        for (Rank rank : trace.ranks()) add(rank);
    }

    private static long unit(long span) {
        long unit = 1;
        while (span / unit > LONGEST_SPAN) unit *= 10;
        return unit;
    }

    /** Returns the duration in ns that the events of the page have at least. */
    private long shortest(int most) {
        if (trace.eventCount() <= most) return 0;
        long[] durations = trace.ranks().stream()
                .flatMap(rank -> rank.events.stream())
                .mapToLong(Event::duration)
                .sorted()
                .toArray();
        return durations[durations.length - most];
    }

    private boolean isShown(Event event) {
        return event.duration() >= shortest;
    }

    private void number(Rank rank) {
        int index = 0;
        for (Event event : rank.events) event.index = isShown(event) ? index++ : Event.NONE;
        counts.add(index);
    }

    private void add(Rank rank) {
        long before = 0;
        long aux = 0;
        int[] sends = new int[trace.size()];
        for (Event event : rank.events) {
            if (event.index == Event.NONE) continue;
            long time = units(event.start - start);
            put(Column.START, time - before);
            before = time;
            put(Column.DURATION, units(event.duration()));
            put(Column.LABEL, label(event));
            put(Column.FLAGS, flags(event));
            put(Column.PEER, 1 + (event.operation == null ? event.peer : Math.max(Event.NONE, event.operation.root())));
            put(Column.BYTES, Math.max(0, event.bytes));
            long next = event.operation == null ? event.tag : event.operation.number();
            put(Column.AUX, zigzag(next - aux));
            aux = next;
            put(Column.LOST, units(event.lost));
            put(Column.SLOW, units(event.slow));
            put(Column.WEIGHT, event.weight);
            put(Column.SEND, send(event, sends));
            put(Column.OUTSIDE, event.own == 0 ? 0 : units(event.duration()) - units(event.own));
            put(Column.BLAMED, event.culprit == null ? 0 : 1 + event.culprit.rank);
            put(Column.CULPRIT, event.culprit == null ? 0 : 1 + label(event.culprit));
        }
    }

    private static long send(Event event, int[] sends) {
        Event send = event.kind == Event.Kind.RECEIVE ? event.partner : null;
        if (send == null || send.index == Event.NONE) return 0;
        long distance = zigzag(send.index - sends[send.rank]);
        sends[send.rank] = send.index;
        return 1 + distance;
    }

    private int label(Event event) {
        String algorithm = event.operation == null ? event.transport : event.operation.algorithm();
        int ranks = event.operation == null ? 0 : event.operation.size();
        Label label = new Label(event.kind, event.call, event.site, algorithm, event.context, ranks);
        return labels.computeIfAbsent(label, any -> labels.size());
    }

    private static int flags(Event event) {
        return (event.own > 0 ? 1 : 0)
                + (event.first ? 2 : 0)
                + (event.cold ? 4 : 0)
                + (event.outer != null ? 8 : 0)
                + (event.cause == null ? 0 : 16 * (event.cause.ordinal() + 1));
    }

    private long units(long nanos) {
        return nanos / unit;
    }

    private static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    private void put(Column column, long value) {
        ByteArrayOutputStream bytes = columns.get(column);
        long rest = value;
        for (; (rest & ~0x7fL) != 0; rest >>>= 7) bytes.write((int) rest & 0x7f | 0x80);
        bytes.write((int) rest);
    }

    long unit() {
        return unit;
    }

    /** Returns the number of events that the page has. */
    long count() {
        return counts.stream().mapToLong(Integer::longValue).sum();
    }

    /** Returns JSON: the numbers of events by rank. */
    String counts() {
        return counts.toString();
    }

    /** Returns JSON: the lengths of the columns in bytes. */
    String lengths() {
        return Arrays.toString(
                columns.values().stream().mapToInt(ByteArrayOutputStream::size).toArray());
    }

    /** Returns JSON: the labels by their numbers. */
    String labels() {
        return labels.keySet().stream().map(Label::json).collect(Collectors.joining(",\n", "[", "]"));
    }

    /** Writes all columns, one after the other, compressed. */
    void write(OutputStream out) throws IOException {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION);
        try {
            DeflaterOutputStream packed = new DeflaterOutputStream(out, deflater, 1 << 16);
            for (ByteArrayOutputStream column : columns.values()) column.writeTo(packed);
            packed.finish();
        } finally {
            deflater.end();
        }
    }
}
