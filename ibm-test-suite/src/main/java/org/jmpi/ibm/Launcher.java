package org.jmpi.ibm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.jobs.CodePlace;
import org.jmpi.jobs.Jmpirun;

/**
 * Says how trials are started as jobs of their own.
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

    List<String> words(Trial trial) {
        List<String> words = new ArrayList<>(jmpirun);
        words.addAll(List.of("-np", String.valueOf(trial.ranks())));
        words.addAll(Way.options(trial.transport()));
        words.addAll(List.of("--timeout", String.valueOf(trial.limit().toSeconds()), "--stdin", "none"));
        words.addAll(trial.program().options());
        words.addAll(List.of("-cp", classPath, trial.program().mainClass()));
        return words;
    }

    /** Returns the time after which a trial and its jmpirun are taken to hang. */
    Duration limit(Trial trial) {
        return trial.limit().plus(grace.multipliedBy(trial.patience()));
    }
}
