package org.jmpi.ibm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Trials that one job runs, one after another: with the same transport, number of ranks, round and limit.
 *
 * @param trials one or more; more than one only if no program
 *     {@linkplain Program#needsJobOfItsOwn needs a job of its own}
 */
record Series(List<Trial> trials) {
    Series {
        trials = List.copyOf(trials);
    }

    /** What trials of one series have in common. */
    private record Kind(String transport, int ranks, int round, int patience, Duration limit) {
        static Kind of(Trial trial) {
            return new Kind(trial.transport(), trial.ranks(), trial.round(), trial.patience(), trial.limit());
        }
    }

    /**
     * Makes series of trials, in the order of the first trial of each.
     *
     * @param longest the greatest number of trials in one
     */
    static List<Series> of(List<Trial> trials, int longest) {
        List<List<Trial>> all = new ArrayList<>();
        Map<Kind, List<Trial>> unfinished = new HashMap<>();
        for (Trial trial : trials) {
            boolean alone = trial.program().needsJobOfItsOwn();
            List<Trial> series = alone ? null : unfinished.get(Kind.of(trial));
            if (series == null || series.size() == longest) {
                series = new ArrayList<>();
                all.add(series);
                if (!alone) unfinished.put(Kind.of(trial), series);
            }
            series.add(trial);
        }
        return all.stream().map(Series::new).toList();
    }

    int size() {
        return trials.size();
    }

    Trial first() {
        return trials.get(0);
    }

    /** Returns the trials from one on as a series of their own. */
    Series from(int index) {
        return new Series(trials.subList(index, size()));
    }

    /**
     * Returns how long its job may take: as long as one program, and if there are more once again as long, which is for
     * those before the one that hangs.
     */
    Duration limit() {
        return first().limit().multipliedBy(size() == 1 ? 1 : 2);
    }

    @Override
    public String toString() {
        return trials.stream().map(Trial::toString).collect(Collectors.joining(", "));
    }
}
