package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The folder that users unpack, as the build has just made it. */
final class Distribution {
    private static final Path FOLDER = Path.of("target", "jmpi").toAbsolutePath();
    private static final int LIMIT_SECONDS = 45;

    private Distribution() {}

    /** Returns the class path of a program that is compiled. */
    static String classPath() throws IOException {
        try (Stream<Path> jars = Files.list(FOLDER.resolve("lib"))) {
            return jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        }
    }

    /** Runs jmpirun in a folder until it ends well, and returns the lines of its standard output. */
    static List<String> jmpirun(Path folder, List<String> arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        words.add(FOLDER.resolve("bin/jmpirun").toString());
        words.add("--timeout");
        words.add("" + LIMIT_SECONDS);
        words.addAll(arguments);
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        int code = exitCode(builder.start());
        assertEquals(0, code, () -> String.join(" ", words) + "\n" + text(out) + text(err));
        return Files.readAllLines(out);
    }

    private static int exitCode(Process process) throws InterruptedException {
        try {
            boolean ended = process.waitFor(LIMIT_SECONDS + 10, TimeUnit.SECONDS);
            assertTrue(ended, "jmpirun --timeout " + LIMIT_SECONDS + " has not ended");
            return process.exitValue();
        } finally {
            process.destroy();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
