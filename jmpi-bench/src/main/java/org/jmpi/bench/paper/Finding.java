package org.jmpi.bench.paper;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A finding of a paper: a ratio of two values of a figure.
 *
 * @param what the ratio is of, in words
 * @param published such as {@code 1.3}, {@code 2 to 3}, {@code < 0.05} or {@code > 1}
 * @param over the line of the value above, as it is measured today
 * @param overX its place, or {@value #MOST}
 * @param under the line of the value below
 * @param underX its place, or {@value #MOST}
 */
public record Finding(
        Figure figure, String what, String published, String over, String overX, String under, String underX) {
    /** Stands for the largest place that both lines have. */
    static final String MOST = "most";

    private static final Pattern FIRST = Pattern.compile("([<>]?) ?(?:about )?([0-9.]+).*");
    /** Ratios that are called equal: published ones, and today's, whose noise is larger. */
    private static final double PUBLISHED_EQUAL = 1.1;

    private static final double EQUAL_TODAY = 1.5;

    static List<Finding> all() {
        return Resource.rows("findings.csv", "paper,figure,what,published,over,over_x,under,under_x").stream()
                .map(row -> new Finding(
                        Paper.valueOf(row[0].toUpperCase(Locale.ROOT)).figure(row[1]),
                        row[2],
                        row[3],
                        row[4],
                        row[5],
                        row[6],
                        row[7]))
                .toList();
    }

    /** Returns the ratio in some values. */
    public OptionalDouble in(Values values) {
        OptionalDouble above = values.at(figure, over, place(values, overX));
        OptionalDouble below = values.at(figure, under, place(values, underX));
        return above.isPresent() && below.isPresent()
                ? OptionalDouble.of(above.getAsDouble() / below.getAsDouble())
                : OptionalDouble.empty();
    }

    private String place(Values values, String x) {
        if (!x.equals(MOST)) return x;
        List<String> shared = values.places(figure).stream()
                .filter(place -> values.at(figure, over, place).isPresent()
                        && values.at(figure, under, place).isPresent())
                .toList();
        return shared.isEmpty() ? x : shared.get(shared.size() - 1);
    }

    /**
     * Returns whether a ratio of today says the same: it is on the same side of 1. If the paper has equal values, they
     * differ by {@value #EQUAL_TODAY} times at most.
     */
    public boolean holds(double today) {
        Matcher number = FIRST.matcher(published);
        if (!number.matches()) throw new IllegalStateException(String.format(Locale.ROOT, "no ratio: %s", published));
        double then = Double.parseDouble(number.group(2));
        boolean isBelow = then < 1 || published.startsWith("<");
        if (number.group(1).isEmpty() && then < PUBLISHED_EQUAL && then > 1 / PUBLISHED_EQUAL)
            return today < EQUAL_TODAY && today > 1 / EQUAL_TODAY;
        return isBelow ? today < 1 : today > 1;
    }
}
