package org.jmpi.ibm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteTest {
    @TempDir
    Path folder;

    /** Runs the programs and returns the last line. */
    private String run(int exitCode, Program... programs) throws Exception {
        List<String> lines = lines(exitCode, List.of(), programs);
        return lines.get(lines.size() - 1);
    }

    /** Runs the programs and returns what is said of them. */
    private List<String> lines(int exitCode, List<String> words, Program... programs) throws Exception {
        PrintStream original = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            String[] all = Stream.concat(Stream.of("--report", folder.toString()), words.stream())
                    .toArray(String[]::new);
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            SuiteOptions options = SuiteOptions.parse(List.of("socket"), all);
            Launcher launcher = StubJmpirun.launcher(Duration.ofSeconds(20));
            assertEquals(exitCode, Suite.run(options, options.trials(List.of(programs)), launcher));
        } finally {
            System.setOut(original);
        }
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void endsWithZeroIfAllPassed() throws Exception {
        String last = run(0, StubJmpirun.program("Passes"), StubJmpirun.program("Passes"));
        assertTrue(last.matches("2 of 2 passed in \\d+\\.\\d\\d s; report: .*index\\.html"), last);
    }

    @Test
    void endsWithOneIfAnyDidNot() throws Exception {
        String last = run(1, StubJmpirun.program("Passes"), StubJmpirun.program("Fails"));
        assertTrue(last.startsWith("1 of 2 passed in "), last);
    }

    @Test
    void runsProgramsInOneJobOrApart() throws Exception {
        Program[] programs = {StubJmpirun.program("Passes"), StubJmpirun.program("Talks"), StubJmpirun.program("Quits")
        };
        List<String> together = lines(1, List.of(), programs);
        assertTrue(together.stream()
                .anyMatch(line -> line.endsWith("org.jmpi.ibm.Ibm stub/Passes stub/Talks stub/Quits")));
        List<String> apart = lines(1, List.of("--apart"), programs);
        assertTrue(apart.stream().anyMatch(line -> line.endsWith("org.jmpi.ibm.Ibm stub/Quits")), apart::toString);
        String talks = "\\[2/3] socket np 2 stub/Talks ok 0\\.00 s";
        for (List<String> lines : List.of(together, apart))
            assertTrue(lines.stream().anyMatch(line -> line.matches(talks)), lines::toString);
    }

    @Test
    void leavesTheReport() throws Exception {
        run(0, StubJmpirun.program("Passes"));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(
                    Set.of("summary.txt", "index.html", "TEST-socket.xml"),
                    files.map(file -> file.getFileName().toString()).collect(Collectors.toSet()));
        }
    }
}
