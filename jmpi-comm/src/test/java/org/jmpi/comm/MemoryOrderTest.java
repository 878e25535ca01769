package org.jmpi.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs all jcstress tests, in JVMs of their own: for how long, and how compiled, the build's profile says. */
class MemoryOrderTest {
    private static final int LINES_SHOWN = 100;

    @Test
    @Tag("full")
    @Tag("stress")
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void nothingForbiddenHappens() throws Exception {
        Path results = Path.of("target", "jcstress");
        Files.createDirectories(results);
        Path log = results.resolve("log.txt");
        Process run = new ProcessBuilder(command())
                .directory(results.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertEquals(0, run.waitFor(), () -> end(log));
        } finally {
            run.descendants().forEach(ProcessHandle::destroyForcibly);
            run.destroyForcibly();
        }
    }

    private static List<String> command() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jcstress.Main",
                "-r",
                "."));
        command.addAll(List.of(System.getProperty("jmpi.stress.options").split(" ")));
        return command;
    }

    private static String end(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
        } catch (IOException e) {
            throw new AssertionError("can't read " + log, e);
        }
    }
}
