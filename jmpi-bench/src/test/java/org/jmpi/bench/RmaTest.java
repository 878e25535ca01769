package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RmaTest {
    private static ProgramRun rma(int ranks, String... args) throws Exception {
        return ProgramRun.of(ranks, Rma::options, Rma::run, args);
    }

    private static List<Series> rows(ProgramRun run) {
        return run.lines().stream().map(Series::parse).flatMap(Optional::stream).toList();
    }

    private static List<String> places(ProgramRun run) {
        return rows(run).stream().map(row -> row.op() + " " + row.bytes()).toList();
    }

    @ParameterizedTest
    @CsvSource({"2, allocate", "3, create"})
    void everyAccessIsTimedForEachSize(int ranks, String memory) throws Exception {
        ProgramRun run = rma(ranks, "--samples", "--quick", "--sizes", "8,24", "--memory", memory);
        assertArrayEquals(new int[ranks], run.codes(), run.errors());
        List<String> expected = new ArrayList<>();
        for (Access access : Access.values()) {
            expected.add(access + " 8");
            if (!access.kind.isSingle()) expected.add(access + " 24");
        }
        assertEquals(expected, places(run), run.output());
        for (Series row : rows(run)) {
            assertEquals(ranks, row.ranks());
            assertEquals(Pace.QUICK.batches(), row.values().size());
        }
    }

    @Test
    void aTargetMayCompute() throws Exception {
        ProgramRun run = rma(2, "--samples", "--quick", "--computing", "--only", "fetch_and_op,put_fence");
        assertArrayEquals(new int[2], run.codes(), run.errors());
        assertEquals(
                List.of(
                        "fetch_and_op-median 8",
                        "fetch_and_op-percentile 8",
                        "computing-accessed 0",
                        "computing-alone 0"),
                places(run),
                run.output());
    }

    @Test
    void thePaperHasReadsWritesAndBulkTransfers() throws Exception {
        ProgramRun run = rma(2, "--quick", "--paper");
        assertEquals(
                Arrays.asList("read", "write", "bulk_read", "bulk_write", "atomic"),
                run.lines().stream()
                        .skip(1)
                        .map(line -> line.strip().split(" ")[0])
                        .toList(),
                run.output());
        assertTrue(run.lines().get(3).matches(" +bulk_read +160( +[0-9.]+){3} +75 +177"), run.output());
        assertEquals(5, rows(rma(2, "--quick", "--paper", "--samples")).size());
    }

    @ParameterizedTest
    @CsvSource({
        "2, '--only steal', '--only steal: must be one of put, get,'",
        "2, '--memory borrowed', '--memory borrowed: must be one of allocate, create'",
        "2, '--sizes 0', '--sizes 0: must be a whole number from 1 to 67108864'",
        "2, '--computing --paper', '--computing and --paper: choose one'",
        "2, '--computing --only put_pscw', '--only put_pscw: rank 1 can'",
        "1, '--quick', 'needs at least 2 ranks, has 1'",
    })
    void whatCannotBeMeasuredIsNamed(int ranks, String args, String message) throws Exception {
        ProgramRun run = rma(ranks, args.split(" "));
        assertEquals(Program.USAGE, run.codes()[0]);
        assertTrue(run.errors().startsWith("rma: " + message), run.errors());
        assertEquals("", run.output());
    }
}
