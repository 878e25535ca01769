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
import org.jmpi.bench.Series;
import org.jmpi.bench.driver.States.State;

/** The results, condensed: of each series its median, of the repetitions' medians an average. */
final class Summary {
    /** One line of a chart, or one table: an operation among so many ranks. */
    record Topic(String op, int ranks) {}

    /** What is compared: times in the same place are of the same thing. */
    record Place(String op, int ranks, long bytes, State state) {
        Topic topic() {
            return new Topic(op, ranks);
        }
    }

    /** The values of one library in one place: times in microseconds, or what else was counted in bytes. */
    record Cell(int repetitions, double value, double min, double max) {
        static Cell of(List<Double> values, Average average) {
            return new Cell(values.size(), average.of(values), Collections.min(values), Collections.max(values));
        }
    }

    private final Average average;
    private final Map<Place, Map<String, Cell>> cells = new LinkedHashMap<>();
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
        Map<Place, Map<String, List<Double>>> values = new LinkedHashMap<>();
        for (Run run : runs) {
            State state = states.of(run);
            if (state == State.CHANGED) continue;
            this.states.add(state);
            for (Series series : run.series())
                values.computeIfAbsent(
                                new Place(series.op(), series.ranks(), series.bytes(), state),
                                place -> new LinkedHashMap<>())
                        .computeIfAbsent(run.trial().library().name(), name -> new ArrayList<>())
                        .add(Average.MEDIAN.of(series.values()));
        }
        values.forEach((place, byName) -> {
            Map<String, Cell> row = new LinkedHashMap<>();
            byName.forEach((name, several) -> row.put(name, Cell.of(several, average)));
            cells.put(place, row);
        });
    }

    Average average() {
        return average;
    }

    /** Returns all places, in the order in which they were measured first. */
    Collection<Place> places() {
        return cells.keySet();
    }

    /** Returns the topics of which there are places. */
    List<Topic> topics() {
        return cells.keySet().stream().map(Place::topic).distinct().toList();
    }

    /** Returns the sizes that were measured, in bytes. */
    Collection<Long> sizes(Topic topic) {
        TreeSet<Long> sizes = new TreeSet<>();
        for (Place place : cells.keySet()) if (place.topic().equals(topic)) sizes.add(place.bytes());
        return sizes;
    }

    /** Returns the places of a topic in a state, by their sizes. */
    List<Place> overSizes(Topic topic, State state) {
        return sizes(topic).stream()
                .map(bytes -> new Place(topic.op(), topic.ranks(), bytes, state))
                .toList();
    }

    /** Returns the places of an operation without sizes in a state, one for each number of ranks. */
    List<Place> overRanks(String op, State state) {
        return topics().stream()
                .filter(topic -> topic.op().equals(op))
                .map(topic -> new Place(op, topic.ranks(), 0, state))
                .toList();
    }

    /** Returns the operations of which there are places. */
    List<String> ops() {
        return topics().stream().map(Topic::op).distinct().toList();
    }

    /** Returns the geometric mean of the ratios of two libraries' times of an operation; empty if no place has both. */
    OptionalDouble ratio(String op, String library, String base) {
        OptionalDouble mean = places().stream()
                .filter(place -> place.op().equals(op))
                .filter(place ->
                        cell(place, library).isPresent() && cell(place, base).isPresent())
                .mapToDouble(place -> Math.log(cell(place, library).get().value()
                        / cell(place, base).get().value()))
                .average();
        return mean.isPresent() ? OptionalDouble.of(Math.exp(mean.getAsDouble())) : mean;
    }

    Optional<Cell> cell(Place place, String library) {
        return Optional.ofNullable(cells.getOrDefault(place, Map.of()).get(library));
    }

    /** Returns the states in which anything was measured. */
    Collection<State> states() {
        return states;
    }
}
