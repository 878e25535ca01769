package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OverlapTest {
    private static ProgramRun overlap(int ranks, String... args) throws Exception {
        return ProgramRun.of(ranks, Overlap::options, Overlap::run, args);
    }

    @Test
    void blockingFormsPrecedeTheNonBlockingOnes() throws Exception {
        ProgramRun run = overlap(2, "--samples", "--quick", "--sizes", "24");
        assertArrayEquals(new int[2], run.codes(), run.errors());
        List<String> rows = run.lines().stream()
                .map(Series::parse)
                .flatMap(Optional::stream)
                .map(series -> series.op() + " " + series.bytes())
                .toList();
        assertEquals(
                List.of("barrier 0", "ibarrier 0", "allreduce 24", "iallreduce 24", "compute 24", "overlapped 24"),
                rows,
                run.output());
    }

    @Test
    void whatCannotBeMeasuredIsNamed() throws Exception {
        ProgramRun run = overlap(2, "--sizes", "7");
        assertEquals(Program.USAGE, run.codes()[0]);
        assertTrue(run.errors().startsWith("overlap: --sizes 7: must be a whole number from 8 to "), run.errors());
        assertEquals("", run.output());
    }
}
