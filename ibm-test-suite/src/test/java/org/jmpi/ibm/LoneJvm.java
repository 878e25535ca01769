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

    /** Runs a class; the words are options of the JVM, the class and arguments. */
    static LoneJvm run(Path folder, Duration limit, String... words) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertTrue(process.waitFor(limit.toSeconds(), TimeUnit.SECONDS), () -> command + " hangs");
            return new LoneJvm(process.exitValue(), Files.readAllLines(output));
        } finally {
            process.destroyForcibly();
        }
    }
}
