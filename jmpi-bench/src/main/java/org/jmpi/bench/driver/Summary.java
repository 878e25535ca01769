package org.jmpi.bench.driver;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jmpi.bench.Series;
import org.jmpi.bench.driver.States.State;

/** The results, condensed: of each series its median, of the repetitions' medians an average. */
final class Summary {
    /** One line of a chart, or one table: an operation among so many ranks. */
    record Topic(String op, int ranks) {}

    /** The operation, ranks, bytes and state of a measurement: times of the same point can be compared. */
    record Point(String op, int ranks, long bytes, State state) {
        Topic topic() {
            return new Topic(op, ranks);
        }
    }

    /** The values of one library at one point: times in microseconds, or what else was counted in bytes. */
    record Cell(int repetitions, double value, double min, double max) {
        static Cell of(List<Double> values, Average average) {
            return new Cell(values.size(), average.of(values), Collections.min(values), Collections.max(values));
        }
    }

    private final Average average;
    private final Map<Point, Map<String, Cell>> cells = new LinkedHashMap<>();
    private final Set<State> states = EnumSet.noneOf(State.class);

    /** Takes medians, of each state of the machine apart. */
    Summary(Results results) {
        this(results.runs(), States.of(results.runs()), Average.MEDIAN);
    }

    /**
     * Sums up runs.
     *
     * @param states which of them can be compared
     * @param average of the repetitions
     */
    Summary(List<Run> runs, States states, Average average) {
        this.average = average;
        Map<Point, Map<String, List<Double>>> values = new LinkedHashMap<>();
        for (Run run : runs) {
            State state = states.of(run);
            if (state == State.CHANGED) continue;
            this.states.add(state);
            for (Series series : run.series())
                values.computeIfAbsent(
                                new Point(series.op(), series.ranks(), series.bytes(), state),
                                point -> new LinkedHashMap<>())
                        .computeIfAbsent(run.trial().library().name(), name -> new ArrayList<>())
                        .add(Average.MEDIAN.of(series.values()));
        }
        values.forEach((point, byName) -> {
            Map<String, Cell> row = new LinkedHashMap<>();
            byName.forEach((name, several) -> row.put(name, Cell.of(several, average)));
            cells.put(point, row);
        });
    }

    Average average() {
        return average;
    }

    /** Returns all points, in the order in which they were measured first. */
    Collection<Point> points() {
        return cells.keySet();
    }

    /** Returns the topics of which there are points. */
    List<Topic> topics() {
        return cells.keySet().stream().map(Point::topic).distinct().toList();
    }

    /** Returns the sizes that were measured, in bytes. */
    Collection<Long> sizes(Topic topic) {
        TreeSet<Long> sizes = new TreeSet<>();
        for (Point point : cells.keySet()) if (point.topic().equals(topic)) sizes.add(point.bytes());
        return sizes;
    }

    /** Returns the points of a topic in a state, by their sizes. */
    List<Point> overSizes(Topic topic, State state) {
        return sizes(topic).stream()
                .map(bytes -> new Point(topic.op(), topic.ranks(), bytes, state))
                .toList();
    }

    /** Returns the points of an operation without sizes in a state, one for each number of ranks. */
    List<Point> overRanks(String op, State state) {
        return topics().stream()
                .filter(topic -> topic.op().equals(op))
                .map(topic -> new Point(op, topic.ranks(), 0, state))
                .toList();
    }

    /** Returns the operations of which there are points. */
    List<String> ops() {
        return topics().stream().map(Topic::op).distinct().toList();
    }

    /** Returns the geometric mean of the ratios of two libraries' times at some points; empty if none has both. */
    OptionalDouble ratio(Predicate<Point> wanted, Library library, Library base) {
        OptionalDouble mean = points().stream()
                .filter(wanted)
                .filter(point -> cell(point, library.name()).isPresent()
                        && cell(point, base.name()).isPresent())
                .mapToDouble(point -> Math.log(cell(point, library.name()).get().value()
                        / cell(point, base.name()).get().value()))
                .average();
        return mean.isPresent() ? OptionalDouble.of(Math.exp(mean.getAsDouble())) : mean;
    }

    Optional<Cell> cell(Point point, String library) {
        return Optional.ofNullable(cells.getOrDefault(point, Map.of()).get(library));
    }

    /** Returns the states in which anything was measured. */
    Collection<State> states() {
        return states;
    }
}
