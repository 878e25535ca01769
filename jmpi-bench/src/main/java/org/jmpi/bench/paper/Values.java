package org.jmpi.bench.paper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Values of tables and figures. Of those for the same place the median counts. */
public final class Values {
    /** A number that is not negative. */
    private static final String NUMBER = "\\d+(\\.\\d+)?";

    private final List<Value> values;

    /** Takes values, several of a place if something was measured repeatedly. */
    public Values(Collection<Value> values) {
        Map<Value, List<Double>> places = new LinkedHashMap<>();
        for (Value value : values)
            places.computeIfAbsent(at(value, 0), key -> new ArrayList<>()).add(value.y());
        List<Value> condensed = new ArrayList<>();
        places.forEach((place, several) -> condensed.add(at(place, median(several))));
        this.values = List.copyOf(condensed);
    }

    private static Value at(Value place, double y) {
        return new Value(place.paper(), place.figure(), place.series(), place.x(), y, place.unit());
    }

    static double median(List<Double> several) {
        List<Double> sorted = several.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    /** Returns these values and others. */
    public Values plus(Values others) {
        return new Values(Stream.concat(values.stream(), others.values.stream()).toList());
    }

    /** Returns these values and what follows from them: costs and bandwidths of messages, means, ratios. */
    public Values completed() {
        return Conversion.completed(this);
    }

    List<Value> all() {
        return values;
    }

    private Stream<Value> of(Figure figure) {
        return values.stream()
                .filter(value ->
                        value.paper() == figure.paper() && value.figure().equals(figure.id()));
    }

    /** Returns whether there is a value of a paper. */
    public boolean has(Paper paper) {
        return values.stream().anyMatch(value -> value.paper() == paper);
    }

    /** Returns the lines of a figure, in the order in which they came. */
    public List<String> series(Figure figure) {
        return of(figure).map(Value::series).distinct().toList();
    }

    /** Returns the places of a figure: numbers in ascending order, or else names in the order in which they came. */
    public List<String> places(Figure figure) {
        List<String> places = of(figure).map(Value::x).distinct().toList();
        return places.stream().allMatch(place -> place.matches(NUMBER))
                ? places.stream()
                        .sorted(Comparator.comparingDouble(Double::parseDouble))
                        .toList()
                : places;
    }

    /** Returns the value at a place of a line. */
    public OptionalDouble at(Figure figure, String series, String x) {
        return of(figure)
                .filter(value -> value.series().equals(series) && value.x().equals(x))
                .mapToDouble(Value::y)
                .findFirst();
    }

    /** Writes the values of a paper into a CSV file, which {@link Recording} reads. */
    public void write(Paper paper, Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of(Value.HEADING));
        values.stream().filter(value -> value.paper() == paper).map(Value::csv).forEach(lines::add);
        Files.writeString(file, String.join("\n", lines) + "\n");
    }
}
