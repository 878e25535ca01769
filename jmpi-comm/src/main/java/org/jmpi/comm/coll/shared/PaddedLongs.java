package org.jmpi.comm.coll.shared;

import java.util.Arrays;

/** Numbers that one rank reads and writes at every step, on cache lines apart from what other threads write to. */
final class PaddedLongs {
    private static final int PADDING = SegmentLayout.LINE / Long.BYTES;

    private final long[] numbers;

    PaddedLongs(int count, long initial) {
        numbers = new long[PADDING + count + PADDING];
        Arrays.fill(numbers, initial);
    }

    long get(int index) {
        return numbers[PADDING + index];
    }

    void set(int index, long number) {
        numbers[PADDING + index] = number;
    }
}
