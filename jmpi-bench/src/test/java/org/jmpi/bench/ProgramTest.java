package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void everyRankSaysHelloOnce(int ranks) throws Exception {
        ProgramRun run = ProgramRun.of(ranks, Hello::options, Hello::run);
        assertArrayEquals(new int[ranks], run.codes());
        assertEquals(ranks, run.lines().size(), run.output());
        for (int rank = 0; rank < ranks; rank++) {
            String start = "Hello from rank " + rank + " of " + ranks + " on ";
            assertEquals(
                    1,
                    run.lines().stream().filter(line -> line.startsWith(start)).count(),
                    run.output());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void theTokenComesBackWithEveryRankInIt(int ranks) throws Exception {
        ProgramRun run = ProgramRun.of(ranks, Ring::options, Ring::run, "--rounds", "7");
        assertArrayEquals(new int[ranks], run.codes());
        assertEquals(1, run.lines().size(), run.output());
        String line = run.lines().get(0);
        assertTrue(line.contains(", 7 rounds: " + 7 * ranks + " hops in "), line);
        assertTrue(line.endsWith(" token " + 7 * ranks * (ranks + 1) / 2 + " as expected"), line);
    }

    @Test
    void oneRankComplainsAboutAUselessCommandLine() throws Exception {
        ProgramRun run = ProgramRun.of(3, Ring::options, Ring::run, "--rounds", "0");
        assertArrayEquals(new int[] {Program.USAGE, 0, 0}, run.codes());
        assertEquals("", run.output());
        assertEquals(
                "ring: --rounds 0: must be a whole number from 1 to 100000000",
                run.errors().trim());
    }

    @Test
    void oneRankShowsTheUsage() throws Exception {
        ProgramRun run = ProgramRun.of(2, Hello::options, Hello::run, "--help");
        assertArrayEquals(new int[2], run.codes());
        assertEquals(
                Hello.options().usage().lines().findFirst().orElseThrow(),
                run.lines().get(0));
        assertEquals(
                1,
                run.lines().stream().filter(line -> line.startsWith("usage: ")).count());
    }
}
