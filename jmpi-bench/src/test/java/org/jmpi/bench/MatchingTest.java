package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MatchingTest {
    private static ProgramRun matching(int ranks, String... args) throws Exception {
        return ProgramRun.of(ranks, Matching::options, Matching::run, args);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void bothKindsOfReceivesAreTimedAtEachDepth(int ranks) throws Exception {
        ProgramRun run = matching(ranks, "--quick", "--depths", "1 3 100");
        assertArrayEquals(new int[ranks], run.codes(), run.errors());
        List<String> rows = run.lines().stream()
                .skip(1)
                .map(line ->
                        line.trim().replaceFirst("( +\\d+\\.\\d{3}){3}$", "").replaceAll(" +", " "))
                .toList();
        assertEquals(
                List.of("posted 1", "unexpected 1", "posted 3", "unexpected 3", "posted 100", "unexpected 100"),
                rows,
                run.output());
    }

    /** More than the credit for eager messages: the last are only announced. */
    @Test
    void moreMessagesThanTheReceiverHasRoomForPassToo() throws Exception {
        ProgramRun run = matching(2, "--quick", "--depths", "20000");
        assertArrayEquals(new int[2], run.codes(), run.errors());
        assertEquals(3, run.lines().size(), run.output());
    }

    @ParameterizedTest
    @CsvSource({
        "2, --depths 0, --depths 0: must be a whole number from 1 to 1000000",
        "1, --quick, needs at least 2 ranks"
    })
    void whatCannotBeMeasuredIsNamed(int ranks, String args, String message) throws Exception {
        ProgramRun run = matching(ranks, args.split(" "));
        assertEquals(Program.USAGE, run.codes()[0]);
        assertTrue(run.errors().startsWith("matching: " + message), run.errors());
        assertEquals("", run.output());
    }
}
