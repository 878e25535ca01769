package org.jmpi.ibm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The outcomes of a run of the suite.
 *
 * @param outcomes of all trials, in the order in which these were planned
 * @param notes about when and on what it ran
 * @param nanos how long it took, in ns
 */
record Results(List<Outcome> outcomes, Map<String, String> notes, long nanos) {

    /** How many passed of how many. */
    record Score(int passed, int run) {
        static Score of(Collection<Outcome> outcomes) {
            return new Score((int) outcomes.stream().filter(Outcome::passed).count(), outcomes.size());
        }

        @Override
        public String toString() {
            return passed + " of " + run;
        }
    }

    /** A column of the grid. */
    record Column(String transport, int ranks) {
        static Column of(Outcome outcome) {
            return new Column(outcome.trial().transport(), outcome.trial().ranks());
        }
    }

    static Results of(List<Trial> trials, Map<Trial, Outcome> outcomes, Map<String, String> notes, long nanos) {
        return new Results(trials.stream().map(outcomes::get).toList(), notes, nanos);
    }

    Score score() {
        return Score.of(outcomes);
    }

    boolean passed() {
        return failures().isEmpty();
    }

    List<Outcome> failures() {
        return outcomes.stream().filter(outcome -> !outcome.passed()).toList();
    }

    Map<String, List<Outcome>> byTransport() {
        return by(Trial::transport);
    }

    /** Returns the outcomes by folders of programs. */
    Map<String, List<Outcome>> byFolder() {
        return by(trial -> trial.program().folder());
    }

    /** Returns the outcomes by programs. */
    Map<String, List<Outcome>> byProgram() {
        return by(trial -> trial.program().name());
    }

    /** Returns the columns of the grid, those of a transport together and by growing number of ranks. */
    List<Column> columns() {
        List<Column> columns = new ArrayList<>();
        byTransport()
                .forEach((transport, own) -> own.stream()
                        .map(Column::of)
                        .distinct()
                        .sorted((a, b) -> Integer.compare(a.ranks(), b.ranks()))
                        .forEach(columns::add));
        return columns;
    }

    /** Returns outcomes in groups, in the order in which these come up first. */
    static <K> Map<K, List<Outcome>> grouped(List<Outcome> outcomes, Function<Outcome, K> key) {
        return outcomes.stream().collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()));
    }

    private Map<String, List<Outcome>> by(Function<Trial, String> key) {
        return grouped(outcomes, outcome -> key.apply(outcome.trial()));
    }
}
