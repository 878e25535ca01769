package org.jmpi.bench.application;

import java.util.Arrays;
import java.util.Locale;

/**
 * Whether a result is that of the sequential solution.
 *
 * @param passed whether it is
 * @param words what was found, for people
 */
record Check(boolean passed, String words) {
    /** Half the distance of 1 to the next double: the largest relative error of one operation. */
    static final double ROUNDING = 0x1p-53;

    /** Asks for the same numbers. */
    static Check equal(int[] expected, int[] result) {
        return different(Arrays.mismatch(expected, result));
    }

    /** Asks for the same bits. */
    static Check equal(double[] expected, double[] result) {
        return different(Arrays.mismatch(expected, result));
    }

    private static Check different(int place) {
        return place < 0 ? new Check(true, "equal") : new Check(false, "DIFFERENT at element " + place);
    }

    /** Asks for numbers that differ by a bound at most. */
    static Check within(double bound, double[] expected, double[] result) {
        if (expected.length != result.length) return different(Math.min(expected.length, result.length));
        double largest = 0;
        for (int i = 0; i < expected.length; i++) {
            double difference = Math.abs(expected[i] - result[i]);
            if (!(difference <= bound)) return new Check(false, words("DIFFERENT at element " + i, difference, bound));
            largest = Math.max(largest, difference);
        }
        return new Check(true, words("equal", largest, bound));
    }

    private static String words(String first, double difference, double bound) {
        return String.format(Locale.ROOT, "%s within %.1e (bound %.1e)", first, difference, bound);
    }

    /** Returns the first of two checks that fails, or else the first. */
    Check and(Check other) {
        return passed ? other.passed ? this : other : this;
    }
}
