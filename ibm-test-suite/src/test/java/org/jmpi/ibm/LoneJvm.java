package org.jmpi.ibm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What came of a world of one, in a JVM of its own.
 *
 * @param exitCode the JVM's
 * @param lines what it wrote to standard output and standard error
 */
record LoneJvm(int exitCode, List<String> lines) {

    /** Runs a class with these arguments. */
    static LoneJvm run(Path folder, Duration limit, String mainClass, String... arguments)
            throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        List<String> words = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        words.addAll(List.of(arguments));
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertTrue(process.waitFor(limit.toSeconds(), TimeUnit.SECONDS), () -> words + " hangs");
            return new LoneJvm(process.exitValue(), Files.readAllLines(output));
        } finally {
            process.destroyForcibly();
        }
    }
}
