package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The applications as jobs: each has the result of the sequential program. */
@Timeout(120)
class ApplicationsTest {
    @TempDir
    private Path folder;

    @Tag("job")
    @ParameterizedTest
    @CsvSource({"shm, 4", "socket, 3"})
    void someRanksHaveTheSequentialResults(String transport, int ranks) throws Exception {
        List<String> out = applications(transport, ranks);
        assertTrue(out.size() > 1, () -> String.join("\n", out));
        for (String row : out.subList(1, out.size())) {
            String[] cells = row.split(",");
            assertEquals("" + ranks, cells[3], row);
            assertTrue(cells[7].startsWith("equal"), row);
        }
    }

    private List<String> applications(String transport, int ranks) throws Exception {
        return Distribution.jmpirun(
                folder, List.of("-np", "" + ranks, "--transport", transport, "applications", "--csv", "--rounds", "1"));
    }

    @Test
    void theUsageNamesThem() throws Exception {
        List<String> out = Distribution.jmpirun(folder, List.of("-np", "1", "applications", "--help"));
        assertTrue(out.get(2).contains("mergesort, mandelbrot, "), () -> String.join("\n", out));
    }
}
