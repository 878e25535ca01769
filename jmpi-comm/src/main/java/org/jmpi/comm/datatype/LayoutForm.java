package org.jmpi.comm.datatype;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * The form in which a {@link Layout} travels: base type and marks, bounds, and runs in groups. A group is a number of
 * runs of one length at equal distances, so that a vector has two groups. Numbers take a byte for each 7 bits.
 */
final class LayoutForm {
    private static final int TYPE = 15;
    private static final int VALUE = 1 << 4;
    private static final int LOWER_MARK = 1 << 5;
    private static final int UPPER_MARK = 1 << 6;
    private static final int EMPTY = 1 << 7;

    /** The bits of a number that one byte has. */
    private static final int BITS = 7;

    /** Enough for the difference of two ints, with its sign. */
    private static final int MOST_BITS = 5 * BITS;

    private static final BasicType[] TYPES = BasicType.values();

    private LayoutForm() {}

    // ---- there ----

    static void write(BasicType type, boolean value, Runs runs, Bounds bounds, ByteArrayOutputStream out) {
        boolean isEmpty = bounds.low() > bounds.high();
        boolean lower = bounds.lower() != Bounds.UNMARKED;
        boolean upper = bounds.upper() != Bounds.UNMARKED;
        out.write(type.ordinal()
                | (value ? VALUE : 0)
                | (lower ? LOWER_MARK : 0)
                | (upper ? UPPER_MARK : 0)
                | (isEmpty ? EMPTY : 0));
        if (isEmpty) return;
        writeSigned(bounds.low(), out);
        writeSigned(bounds.high(), out);
        if (lower) writeSigned(bounds.lower(), out);
        if (upper) writeSigned(bounds.upper(), out);
        int groups = 0;
        for (int run = 0; run < runs.count(); run = endOfGroup(runs, run)) groups++;
        writeNumber(groups, out);
        for (int run = 0; run < runs.count(); ) {
            int end = endOfGroup(runs, run);
            writeNumber(end - run, out);
            writeSigned(distance(runs, run), out);
            writeNumber(runs.length(run), out);
            run = end;
        }
    }

    private static int endOfGroup(Runs runs, int first) {
        int end = first + 1;
        while (end < runs.count()
                && runs.length(end) == runs.length(first)
                && distance(runs, end) == distance(runs, first)) end++;
        return end;
    }

    /** Returns how far a run is from the one before it. */
    private static long distance(Runs runs, int run) {
        return runs.displacements[run] - (run == 0 ? 0L : runs.displacements[run - 1]);
    }

    private static void writeSigned(long number, ByteArrayOutputStream out) {
        writeNumber(number << 1 ^ number >> Long.SIZE - 1, out);
    }

    static void writeNumber(long number, ByteArrayOutputStream out) {
        long left = number;
        for (; left >> BITS != 0; left >>= BITS) out.write((int) left & (1 << BITS) - 1 | 1 << BITS);
        out.write((int) left);
    }

    // ---- and back ----

    static Layout read(ByteBuffer in, int mostRuns) {
        try {
            return readForm(in, mostRuns);
        } catch (BufferUnderflowException e) {
            throw malformed("it ends early");
        }
    }

    private static Layout readForm(ByteBuffer in, int mostRuns) {
        int head = in.get();
        if ((head & TYPE) >= TYPES.length) throw malformed("type " + (head & TYPE));
        BasicType type = TYPES[head & TYPE];
        boolean isEmpty = (head & EMPTY) != 0;
        if (isEmpty && (head & (VALUE | LOWER_MARK | UPPER_MARK)) != 0) throw malformed("marks of nothing");
        Bounds bounds = isEmpty ? Bounds.EMPTY : readBounds(in, head);
        Runs.Builder runs = new Runs.Builder();
        if (!isEmpty) readRuns(in, mostRuns, bounds, runs);
        return Layout.ofForm(type, (head & VALUE) != 0, runs.build(), bounds);
    }

    private static Bounds readBounds(ByteBuffer in, int head) {
        long low = readInt(in);
        long high = readInt(in);
        long lower = (head & LOWER_MARK) == 0 ? Bounds.UNMARKED : readInt(in);
        long upper = (head & UPPER_MARK) == 0 ? Bounds.UNMARKED : readInt(in);
        Bounds bounds = new Bounds(low, high, lower, upper);
        boolean areInOrder = low <= high
                && low <= bounds.lowerBound()
                && bounds.lowerBound() <= high
                && low <= bounds.upperBound()
                && bounds.upperBound() <= high;
        long extent = bounds.upperBound() - bounds.lowerBound();
        if (!areInOrder || (int) extent != extent) throw malformed(bounds.toString());
        return bounds;
    }

    private static void readRuns(ByteBuffer in, int mostRuns, Bounds bounds, Runs.Builder runs) {
        long groups = readNumber(in);
        long count = 0;
        long size = 0;
        long start = 0;
        for (long group = 0; group < groups; group++) {
            long repeats = readNumber(in);
            long distance = readSigned(in);
            long length = readNumber(in);
            count += repeats;
            if (repeats == 0 || count > mostRuns) throw malformed(count + " runs, at most " + mostRuns);
            if (length == 0 || length > Integer.MAX_VALUE) throw malformed("run of " + length);
            size += repeats * length;
            if (size > Integer.MAX_VALUE) throw malformed("size " + size);
            long last = start + distance * repeats;
            checkWithin(bounds, start + distance, length);
            checkWithin(bounds, last, length);
            for (long run = 0; run < repeats; run++) runs.add(start += distance, length);
        }
    }

    private static void checkWithin(Bounds bounds, long start, long length) {
        if (start < bounds.low() || start + length > bounds.high())
            throw malformed("run of " + length + " at " + start + " is not within " + bounds);
    }

    private static long readInt(ByteBuffer in) {
        long number = readSigned(in);
        if ((int) number != number) throw malformed("bound " + number);
        return number;
    }

    private static long readSigned(ByteBuffer in) {
        long number = readNumber(in);
        return number >>> 1 ^ -(number & 1);
    }

    static long readNumber(ByteBuffer in) {
        long number = 0;
        for (int shift = 0; shift < MOST_BITS; shift += BITS) {
            int next = in.get();
            number |= (next & (1L << BITS) - 1) << shift;
            if (next >= 0) return number;
        }
        throw malformed("number of more than " + MOST_BITS + " bits");
    }

    static IllegalArgumentException malformed(String what) {
        return new IllegalArgumentException("malformed layout: " + what);
    }
}
