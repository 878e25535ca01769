package org.jmpi.bench.driver;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jmpi.bench.Series;
import org.jmpi.bench.jobs.Ended;
import org.jmpi.bench.jobs.Lines;
import org.jmpi.bench.jobs.Processes;

/**
 * Runs experiments with all libraries alternately, A B C A B C, so that changes of the machine meanwhile affect all of
 * them, and probes the machine in between.
 */
final class Runner {
    /** How much longer than its limit an experiment may take to end. */
    private static final Duration GRACE = Duration.ofSeconds(15);
    /** The exit code of jmpirun after its {@code --timeout}. */
    private static final int TIMEOUT = 110;

    private static final Pattern CHECKSUM = Pattern.compile("checksum (-?\\d+)");

    /** What cannot go on, as it took too long once. */
    private record Hopeless(Experiment experiment, String library) {}

    private final Processes processes;
    private final Duration limit;
    private final Duration grace;
    private final Consumer<Run> listener;
    private final Map<TimedProgram, String> checksums = new HashMap<>();
    private final Set<Hopeless> hopeless = new HashSet<>();
    private double probed;

    /**
     * Prepares for one plan.
     *
     * @param limit how long an experiment may take
     * @param listener is told of each run when it is over
     */
    Runner(Processes processes, Duration limit, Consumer<Run> listener) {
        this(processes, limit, GRACE, listener);
    }

    Runner(Processes processes, Duration limit, Duration grace, Consumer<Run> listener) {
        this.processes = processes;
        this.limit = limit;
        this.grace = grace;
        this.listener = listener;
    }

    /** Returns trials, in the order in which they are to be run. */
    static List<Trial> plan(List<Experiment> experiments, List<Library> libraries, int repetitions) {
        List<Trial> trials = new ArrayList<>();
        for (int repetition = 1; repetition <= repetitions; repetition++)
            for (Experiment experiment : experiments)
                for (Library library : libraries) trials.add(new Trial(experiment, library, repetition));
        return trials;
    }

    /** Runs trials one by one. An experiment that a library has not ended in time is not repeated by it. */
    List<Run> run(List<Trial> trials) throws InterruptedException {
        List<Run> runs = new ArrayList<>();
        probed = CoreProbe.measure();
        for (Trial trial : trials) {
            if (hopeless.contains(hopeless(trial))) continue;
            Run run = run(trial);
            runs.add(run);
            listener.accept(run);
        }
        return runs;
    }

    private Run run(Trial trial) throws InterruptedException {
        double before = probed;
        List<Series> series = List.of();
        String failure;
        try {
            Ended ended = processes.run(trial.library().command(trial.experiment(), limit), limit.plus(grace));
            String wrong = wrongChecksum(trial, ended.output());
            if (wrong.isEmpty()) series = samples(trial, ended);
            failure = wrong.isEmpty() ? failure(trial, ended, series) : wrong;
        } catch (IOException e) {
            failure = e.getMessage();
        }
        probed = CoreProbe.measure();
        return new Run(trial, series, failure, before, probed);
    }

    private static List<Series> samples(Trial trial, Ended ended) {
        return ended.output()
                .lines()
                .flatMap(trial.experiment().program()::series)
                .toList();
    }

    private String failure(Trial trial, Ended ended, List<Series> series) {
        if (ended.late() || ended.exitCode() == TIMEOUT) {
            hopeless.add(hopeless(trial));
            return "not done after " + limit.toSeconds() + " s, not repeated";
        }
        if (ended.exitCode() != 0) return "exit code " + ended.exitCode() + ": " + Lines.last(ended.output());
        return series.isEmpty() ? "no samples: " + Lines.last(ended.output()) : "";
    }

    private String wrongChecksum(Trial trial, String output) {
        Matcher matcher = CHECKSUM.matcher(output);
        if (!matcher.find()) return "";
        String expected = checksums.computeIfAbsent(trial.experiment().program(), program -> matcher.group(1));
        return expected.equals(matcher.group(1))
                ? ""
                : "checksum " + matcher.group(1) + ", the first run had " + expected;
    }

    private static Hopeless hopeless(Trial trial) {
        return new Hopeless(trial.experiment(), trial.library().name());
    }
}
