package org.jmpi.ibm;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts trials as jobs of their own.
 *
 * @param jmpirun the words that start jmpirun
 * @param classPath where the programs are
 * @param grace how long jmpirun may take beyond the limit of a program, to show what hangs and to end it
 */
record Launcher(List<String> jmpirun, String classPath, Duration grace) {
    private static final String JMPIRUN = "org.jmpi.run.Jmpirun";
    private static final Duration GRACE = Duration.ofSeconds(30);

    /** Returns the jmpirun that started this JVM. */
    static Launcher ofThisJvm() {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), JMPIRUN));
        return new Launcher(words, placeOfPrograms(), GRACE);
    }

    private static String placeOfPrograms() {
        try {
            return Path.of(Program.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("no path to the programs", e);
        }
    }

    List<String> words(Trial trial) {
        List<String> words = new ArrayList<>(jmpirun);
        words.addAll(List.of("-np", String.valueOf(trial.ranks()), "--transport", trial.transport()));
        words.addAll(List.of("--timeout", String.valueOf(trial.limit().toSeconds()), "--stdin", "none"));
        words.addAll(trial.program().options());
        words.addAll(List.of("-cp", classPath, trial.program().mainClass()));
        return words;
    }

    /** Starts a trial, whose output and errors are one stream. */
    Process start(Trial trial) throws IOException {
        Process process =
                new ProcessBuilder(words(trial)).redirectErrorStream(true).start();
        process.getOutputStream().close();
        return process;
    }
}
