package org.jmpi.bench.paper;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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

    private static final Pattern RATIO = Pattern.compile("([<>]?) ?(?:about )?([0-9.]+)(?: to ([0-9.]+))?");
    /** Published values, and counts, that differ by less are equal. */
    static final double EQUAL_THEN = 1.1;
    /** Of medians of round trips, measured twice on idle cores, three of four differ by less. */
    static final double EQUAL_TODAY = 1.5;

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

    /** Returns the ratio in some values; a value has none to itself. */
    public OptionalDouble in(Values values) {
        String placeOver = place(values, overX);
        String placeUnder = place(values, underX);
        OptionalDouble above = values.at(figure, over, placeOver);
        OptionalDouble below = values.at(figure, under, placeUnder);
        boolean isItself = over.equals(under) && placeOver.equals(placeUnder);
        return above.isPresent() && below.isPresent() && !isItself
                ? OptionalDouble.of(above.getAsDouble() / below.getAsDouble())
                : OptionalDouble.empty();
    }

    /** Returns the place of the value above in some values, if the finding asks for the largest one. */
    public Optional<String> largestIn(Values values) {
        return in(values).isPresent() && overX.equals(MOST) ? Optional.of(place(values, overX)) : Optional.empty();
    }

    /** Returns the names of what some values lack for the ratio: a line, or places of a line. */
    public List<String> missingIn(Values values) {
        if (in(values).isPresent()) return List.of();
        return Stream.of(missingIn(values, over, overX), missingIn(values, under, underX))
                .flatMap(List::stream)
                .toList();
    }

    private List<String> missingIn(Values values, String series, String x) {
        if (!values.series(figure).contains(series)) return List.of(series);
        if (x.equals(MOST)) return List.of();
        return values.at(figure, series, x).isPresent() ? List.of() : List.of(series + " at " + x);
    }

    private String place(Values values, String x) {
        if (!x.equals(MOST)) return x;
        List<String> shared = values.places(figure).stream()
                .filter(place -> values.at(figure, over, place).isPresent()
                        && values.at(figure, under, place).isPresent())
                .toList();
        return shared.isEmpty() ? x : shared.get(shared.size() - 1);
    }

    /** Compares a ratio of today with the published one, by the rule of {@link Verdict#RULE}. */
    public Verdict compare(double today) {
        Matcher ratio = RATIO.matcher(published);
        if (!ratio.matches()) throw new IllegalStateException(String.format(Locale.ROOT, "no ratio: %s", published));
        double number = Double.parseDouble(ratio.group(2));
        double low = ratio.group(1).equals("<") ? 0 : number;
        double high = ratio.group(1).equals(">")
                ? Double.POSITIVE_INFINITY
                : ratio.group(3) == null ? number : Double.parseDouble(ratio.group(3));
        double noise = figure.isCounted() ? EQUAL_THEN : EQUAL_TODAY;
        boolean isEqualToday = isWithin(noise, today, 1, 1);
        if (isWithin(EQUAL_THEN, 1, low, low) && isWithin(EQUAL_THEN, 1, high, high))
            return isEqualToday ? Verdict.HOLDS : Verdict.DIFFERENCE;
        if (isEqualToday) return Verdict.NO_DIFFERENCE;
        boolean isAbove = low >= 1;
        if (isAbove != today > 1) return Verdict.REVERSED;
        if (isWithin(noise, today, low, high)) return Verdict.HOLDS;
        return isAbove == today > high ? Verdict.MORE_STRONGLY : Verdict.MORE_WEAKLY;
    }

    private static boolean isWithin(double times, double ratio, double low, double high) {
        return ratio > low / times && ratio < high * times;
    }
}
