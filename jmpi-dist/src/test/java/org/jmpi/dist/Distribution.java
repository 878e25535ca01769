package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The folder that users unpack, as the build has just made it. */
final class Distribution {
    static final Path FOLDER = Path.of("target", "jmpi").toAbsolutePath();
    static final Path JMPIRUN = FOLDER.resolve("bin/jmpirun");
    private static final int LIMIT_SECONDS = 45;

    private Distribution() {}

    /** Returns the class path of a program that is compiled. */
    static String classPath() throws IOException {
        try (Stream<Path> jars = Files.list(FOLDER.resolve("lib"))) {
            return jars.map(Path::toString)
                    .filter(name -> name.endsWith(".jar"))
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    /** Runs jmpirun in a folder until it ends well, and returns the lines of its standard output. */
    static List<String> jmpirun(Path folder, List<String> arguments) throws IOException, InterruptedException {
        return jmpirunToItsEnd(folder, arguments).out();
    }

    /** Runs jmpirun in a folder until it ends well. */
    static Ended jmpirunToItsEnd(Path folder, List<String> arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("--timeout", "" + LIMIT_SECONDS));
        words.addAll(arguments);
        Ended ended = run(folder, LIMIT_SECONDS + 10, words);
        assertEquals(0, ended.exitCode(), () -> String.join(" ", words) + "\n" + ended);
        return ended;
    }

    /** What a jmpirun left. */
    record Ended(int exitCode, List<String> out, List<String> err) {
        /** Returns what {@code --check} has found. */
        List<String> complaints() {
            return complaints(err);
        }

        static List<String> complaints(List<String> err) {
            return err.stream().filter(line -> line.startsWith("jmpi: ")).toList();
        }

        @Override
        public String toString() {
            return String.join("\n", out) + "\n" + String.join("\n", err);
        }
    }

    /** Runs jmpirun in a folder until it ends in any way. */
    static Ended run(Path folder, int limitSeconds, List<String> arguments) throws IOException, InterruptedException {
        return run(folder, limitSeconds, Map.of(), arguments);
    }

    static Ended run(Path folder, int limitSeconds, Map<String, String> environment, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(JMPIRUN.toString()));
        words.addAll(arguments);
        return runWords(folder, limitSeconds, environment, words);
    }

    /** Runs a script of the shell, in which {@code $0} is jmpirun. */
    static Ended shell(Path folder, int limitSeconds, String script) throws IOException, InterruptedException {
        return shell(folder, limitSeconds, Map.of(), script);
    }

    static Ended shell(Path folder, int limitSeconds, Map<String, String> environment, String script)
            throws IOException, InterruptedException {
        return runWords(folder, limitSeconds, environment, List.of("sh", "-c", script, JMPIRUN.toString()));
    }

    static Ended runWords(Path folder, int limitSeconds, Map<String, String> environment, List<String> words)
            throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        int code = exitCode(builder.start(), limitSeconds);
        return new Ended(code, Files.readAllLines(out), Files.readAllLines(err));
    }

    private static int exitCode(Process process, int limitSeconds) throws InterruptedException {
        try {
            boolean ended = process.waitFor(limitSeconds, TimeUnit.SECONDS);
            assertTrue(ended, "it has not ended in " + limitSeconds + " s");
            return process.exitValue();
        } finally {
            process.destroy();
        }
    }

    /** Deletes a folder and all in it, but nothing that links in it lead to. */
    static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) Files.delete(file);
    }
}
