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

/**
 * Values of tables and figures. Of values for the same place the first conditions count, and of those under the same
 * conditions the median.
 */
public final class Values {
    /** Begins a line of a CSV file with the conditions of the rows below. */
    static final String CONDITIONS = "# ";

    /** A number that is not negative. */
    private static final String NUMBER = "\\d+(\\.\\d+)?";

    private final List<Value> values;

    /** Takes values, several of a place if something was measured repeatedly. */
    public Values(Collection<Value> values) {
        Map<Value, List<Double>> places = new LinkedHashMap<>();
        for (Value value : values)
            places.computeIfAbsent(with(value, 0, value.conditions()), key -> new ArrayList<>())
                    .add(value.y());
        Map<Value, Value> first = new LinkedHashMap<>();
        places.forEach((place, several) ->
                first.putIfAbsent(with(place, 0, ""), with(place, median(several), place.conditions())));
        this.values = List.copyOf(first.values());
    }

    private static Value with(Value place, double y, String conditions) {
        return new Value(place.paper(), place.figure(), place.series(), place.x(), y, place.unit(), conditions);
    }

    static double median(List<Double> several) {
        List<Double> sorted = several.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    /** Returns these values, and others for places that these have not. */
    public Values plus(Values others) {
        return new Values(Stream.concat(values.stream(), others.values.stream()).toList());
    }

    /** Returns these values and what follows from them: costs and bandwidths of messages, means, normalised times. */
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

    /** Returns the known conditions under which values of a figure were recorded, and the places of these values. */
    public Map<String, List<String>> conditions(Figure figure) {
        Map<String, List<String>> places = new LinkedHashMap<>();
        for (String place : places(figure))
            of(figure)
                    .filter(value -> value.x().equals(place))
                    .map(Value::conditions)
                    .filter(conditions -> !conditions.isEmpty())
                    .distinct()
                    .forEach(conditions -> places.computeIfAbsent(conditions, key -> new ArrayList<>())
                            .add(place));
        return places;
    }

    /** Writes the values of a paper, with their conditions, into a CSV file, which {@link Recording} reads. */
    public void write(Paper paper, Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of(Value.HEADING));
        String conditions = "";
        for (Value value : values) {
            if (value.paper() != paper) continue;
            if (!value.conditions().equals(conditions)) lines.add(CONDITIONS + value.conditions());
            conditions = value.conditions();
            lines.add(value.csv());
        }
        Files.writeString(file, String.join("\n", lines) + "\n");
    }
}
