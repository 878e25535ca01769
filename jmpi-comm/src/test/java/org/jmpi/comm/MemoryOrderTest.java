package org.jmpi.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs all jcstress tests, in JVMs of their own: for how long, and how compiled, the build's profile says. */
@ExtendWith(RecordedRun.class)
class MemoryOrderTest {
    private static final int LINES_SHOWN = 100;

    /** Returns patterns of tests: a recorded run runs each class alone, which takes a few seconds more. */
    static List<String> tests() throws IOException {
        if (!RecordedRun.isOn()) return List.of(".*");
        Path classes = Path.of("target", "test-classes");
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(file -> classes.relativize(file).toString())
                    .filter(name -> name.endsWith("Stress.class"))
                    .map(name -> name.replace(".class", "").replace(File.separatorChar, '.'))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("tests")
    @Tag("full")
    @Tag("stress")
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void nothingForbiddenHappens(String test) throws Exception {
        Path results = Path.of("target", "jcstress");
        Files.createDirectories(results);
        Path log = results.resolve("log.txt");
        Process run = new ProcessBuilder(command(test))
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

    private static List<String> command(String test) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jcstress.Main",
                "-r",
                ".",
                "-t",
                test));
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
