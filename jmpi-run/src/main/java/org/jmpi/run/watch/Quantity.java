package org.jmpi.run.watch;

import java.util.Locale;

/** Numbers with a prefix, as text: about three digits. */
final class Quantity {
    private static final String[] DECIMAL = {"", "k", "M", "G", "T"};
    private static final String[] BINARY = {" B", " KiB", " MiB", " GiB", " TiB"};

    private Quantity() {}

    /** Returns such as {@code 1.2k}. */
    static String count(long number) {
        return scaled(number, 1000, DECIMAL);
    }

    /** Returns such as {@code 1.2 MiB}. */
    static String bytes(long number) {
        return scaled(number, 1024, BINARY);
    }

    private static String scaled(long number, int base, String... units) {
        double rest = number;
        int unit = 0;
        while (rest >= base && unit < units.length - 1) {
            rest /= base;
            unit++;
        }
        return (unit == 0 || rest >= 100 ? String.valueOf((long) rest) : String.format(Locale.ROOT, "%.1f", rest))
                + units[unit];
    }

    /** Returns such as {@code 0.3 s} or {@code 12 s}. */
    static String seconds(long nanos) {
        double seconds = nanos / 1e9;
        return (seconds < 10 ? String.format(Locale.ROOT, "%.1f", seconds) : String.valueOf((long) seconds)) + " s";
    }
}
