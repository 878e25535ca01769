package org.jmpi.bench.driver;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Finds the state of the machine during each run. Where the core-to-core time jumps between two values, times of one
 * state must not be compared with those of the other; where it does not, there is one state only.
 */
final class States {
    /** What a run can be compared with. */
    enum State {
        /** The only state that the machine has. */
        STEADY,
        /** The cores were near to each other. */
        NEAR,
        /** The cores were far from each other. */
        FAR,
        /** It changed during the run, or could not be told: the run is left out of comparisons. */
        CHANGED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final double APART = 1.8;
    private static final double OUTER = 0.1;
    /** With fewer repetitions too little would be left to compare. */
    private static final int ENOUGH = 3;

    private final double low;
    private final double high;
    private final boolean one;

    private States(double low, double high, boolean one) {
        this.low = low;
        this.high = high;
        this.one = one;
    }

    /** Returns the state of each run, as far as the times show it. */
    static States of(List<Run> runs) {
        double[] probes = runs.stream()
                .flatMapToDouble(run -> DoubleStream.of(run.before(), run.after()))
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        int repetitions =
                runs.stream().mapToInt(run -> run.trial().repetition()).max().orElse(0);
        if (probes.length == 0) return new States(Double.NaN, Double.NaN, true);
        double low = probes[(int) (OUTER * (probes.length - 1))];
        double high = probes[(int) ((1 - OUTER) * (probes.length - 1))];
        return new States(low, high, repetitions < ENOUGH || high < APART * low);
    }

    /** Compares all runs with each other, in whatever state the machine was. */
    static States together() {
        return new States(Double.NaN, Double.NaN, true);
    }

    State of(Run run) {
        if (one) return State.STEADY;
        double limit = Math.sqrt(low * high);
        if (run.before() < limit && run.after() < limit) return State.NEAR;
        return run.before() >= limit && run.after() >= limit ? State.FAR : State.CHANGED;
    }

    /** Returns what was found, in a sentence for readers. */
    String describe() {
        if (Double.isNaN(low)) return "not measured: one core, or the cores were busy";
        String range = String.format(Locale.ROOT, "%.0f to %.0f ns", low, high);
        return one
                ? range
                : range + ", told apart at " + String.format(Locale.ROOT, "%.0f ns", Math.sqrt(low * high))
                        + " as near and far";
    }
}
