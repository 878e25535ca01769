package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the IBM MPI test suite come along. */
class IbmTest {
    private static final Path TABLE =
            Path.of("..", "ibm-test-suite", "src", "main", "resources", "org", "jmpi", "ibm", "programs.txt");

    @TempDir
    Path folder;

    private static List<String> programs() throws IOException {
        try (Stream<String> lines = Files.lines(TABLE)) {
            return lines.filter(line -> line.matches("[^\\s#].*"))
                    .map(IbmTest::firstWord)
                    .toList();
        }
    }

    private static String firstWord(String line) {
        return line.strip().split("\\s+")[0];
    }

    @Test
    void severalRunOneAfterAnother() throws Exception {
        assertEquals(
                List.of(),
                Distribution.jmpirun(folder, List.of("-np", "2", "ibm", "pt2pt/ssend", "ccl/bcast", "pt2pt/ssend")));
    }

    @Test
    void withoutANameTheyAreListed() throws Exception {
        List<String> lines = Distribution.jmpirun(folder, List.of("-np", "2", "--transport", "threads", "ibm"));
        assertEquals(programs(), lines.stream().map(IbmTest::firstWord).toList());
    }
}
