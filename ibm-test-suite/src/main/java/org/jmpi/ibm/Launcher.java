package org.jmpi.ibm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.bench.jobs.CodePlace;
import org.jmpi.bench.jobs.Jmpirun;

/**
 * Says how series are started as jobs.
 *
 * @param jmpirun the words that start jmpirun
 * @param classPath where the programs are
 * @param grace how long jmpirun may take beyond the limit of a program, to show what hangs and to end it
 */
record Launcher(List<String> jmpirun, String classPath, Duration grace) {
    private static final Duration GRACE = Duration.ofSeconds(30);

    /** Returns the jmpirun that started this JVM. */
    static Launcher ofThisJvm() {
        return new Launcher(Jmpirun.ofThisJvm(), CodePlace.of(Program.class), GRACE);
    }

    List<String> words(Series series) {
        Trial first = series.first();
        List<String> words = new ArrayList<>(jmpirun);
        words.addAll(List.of("-np", String.valueOf(first.ranks())));
        words.addAll(Way.options(first.transport()));
        words.addAll(
                List.of("--timeout", String.valueOf(series.limit().toSeconds()), "--stdin", "none", "--tag-output"));
        words.addAll(first.program().options());
        words.addAll(List.of("-D" + Mark.REQUEST + "=true", "-cp", classPath, Ibm.class.getName()));
        series.trials().forEach(trial -> words.add(trial.program().name()));
        return words;
    }

    /** Returns the time after which a job and its jmpirun are taken to hang. */
    Duration limit(Series series) {
        return series.limit().plus(grace.multipliedBy(series.first().patience()));
    }
}
