package org.jmpi.bench.driver;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jmpi.bench.Series;
import org.jmpi.bench.driver.States.State;

/** The results, condensed: of each series its median, of the repetitions' medians again the median. */
final class Summary {
    /** One line of a chart, or one table: an operation among so many ranks. */
    record Topic(String op, int ranks) {}

    /** What is compared: times in the same place are of the same thing. */
    record Place(String op, int ranks, long bytes, State state) {
        Topic topic() {
            return new Topic(op, ranks);
        }
    }

    /** The times of one library in one place, in microseconds. */
    record Cell(int repetitions, double median, double min, double max) {
        static Cell of(List<Double> medians) {
            List<Double> sorted = medians.stream().sorted().toList();
            return new Cell(sorted.size(), middle(sorted), sorted.get(0), sorted.get(sorted.size() - 1));
        }
    }

    private final Map<Place, Map<String, Cell>> cells = new LinkedHashMap<>();
    private final Map<State, Integer> runsIn = new EnumMap<>(State.class);

    Summary(Results results) {
        States states = States.of(results.runs());
        Map<Place, Map<String, List<Double>>> medians = new LinkedHashMap<>();
        for (Run run : results.runs()) {
            State state = states.of(run);
            if (state == State.CHANGED) continue;
            runsIn.merge(state, 1, Integer::sum);
            for (Series series : run.series())
                medians.computeIfAbsent(
                                new Place(series.op(), series.ranks(), series.bytes(), state),
                                place -> new LinkedHashMap<>())
                        .computeIfAbsent(run.trial().library().name(), name -> new ArrayList<>())
                        .add(median(series));
        }
        medians.forEach((place, times) -> {
            Map<String, Cell> row = new LinkedHashMap<>();
            times.forEach((name, values) -> row.put(name, Cell.of(values)));
            cells.put(place, row);
        });
    }

    /** Returns the median time of a series in microseconds. */
    static double median(Series series) {
        return middle(series.micros().stream().sorted().toList());
    }

    private static double middle(List<Double> sorted) {
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
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

    Optional<Cell> cell(Place place, String library) {
        return Optional.ofNullable(cells.getOrDefault(place, Map.of()).get(library));
    }

    /** Returns the states in which anything was measured. */
    Collection<State> states() {
        return runsIn.keySet();
    }

    /** Returns the state with the most runs, which charts show. */
    State usualState() {
        return runsIn.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(State.STEADY);
    }
}
