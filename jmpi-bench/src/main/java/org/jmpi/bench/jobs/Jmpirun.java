package org.jmpi.bench.jobs;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The launcher, as tools start it. */
public final class Jmpirun {
    private static final String MAIN_CLASS = "org.jmpi.run.Jmpirun";

    private Jmpirun() {}

    /** Returns the words that start once more the jmpirun that runs in this JVM. */
    public static List<String> ofThisJvm() {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN_CLASS));
        return words;
    }
}
