package org.jmpi.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes amounts as people read them. */
final class Units {
    private static final long KIB = 1024;

    private Units() {}

    /** Returns ns as a time of three digits: {@code 1.23 ms}. */
    static String time(long nanos) {
        double value = Math.abs((double) nanos);
        String sign = nanos < 0 ? "-" : "";
        if (value < 1e3) return sign + (long) value + " ns";
        if (value < 1e6) return sign + digits(value / 1e3) + " µs";
        if (value < 1e9) return sign + digits(value / 1e6) + " ms";
        if (value < 6e11) return sign + digits(value / 1e9) + " s";
        return sign + digits(value / 6e10) + " min";
    }

    /** Returns bytes in three digits: {@code 1.5 KiB}. */
    static String bytes(long bytes) {
        if (bytes < KIB) return bytes + " B";
        double value = bytes;
        for (String unit : List.of("KiB", "MiB", "GiB")) {
            value /= KIB;
            if (value < KIB) return digits(value) + " " + unit;
        }
        return digits(value / KIB) + " TiB";
    }

    private static String digits(double value) {
        int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
        String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
        return decimals == 0 ? text : text.replaceAll("\\.?0+$", "");
    }

    static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** Returns a number and its noun: {@code 1 rank}, {@code 4 ranks}. */
    static String count(long count, String noun) {
        return count(count) + " " + noun + (count == 1 ? "" : "s");
    }

    static String percent(double share) {
        if (!(share > 0)) return "0 %";
        return share < 0.0005 ? "< 0.1 %" : digits(Math.round(share * 1000) / 10.0) + " %";
    }

    /** Returns sorted ranks, stretches of them in short: {@code rank 3}, {@code ranks 0 to 7, 12}. */
    static String ranks(List<Integer> ranks) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < ranks.size(); ) {
            int first = ranks.get(i);
            int last = first;
            while (++i < ranks.size() && ranks.get(i) == last + 1) last++;
            if (last == first + 1) parts.add(first + ", " + last);
            else parts.add(last == first ? "" + first : first + " to " + last);
        }
        return (ranks.size() == 1 ? "rank " : "ranks ") + String.join(", ", parts);
    }

    static String capital(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
