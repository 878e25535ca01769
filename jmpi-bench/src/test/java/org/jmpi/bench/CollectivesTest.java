package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CollectivesTest {
    private static ProgramRun collectives(int ranks, String... args) throws Exception {
        return ProgramRun.of(ranks, Collectives::options, Collectives::run, args);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void everyOperationIsTimedForEachSize(int ranks) throws Exception {
        ProgramRun run = collectives(ranks, "--samples", "--quick", "--sizes", "8,24");
        assertArrayEquals(new int[ranks], run.codes(), run.errors());
        List<Series> rows = run.lines().stream()
                .map(Series::parse)
                .flatMap(Optional::stream)
                .toList();
        List<String> expected = new ArrayList<>(List.of("barrier 0"));
        for (Operation operation : Arrays.asList(Operation.values()).subList(1, Operation.values().length))
            expected.addAll(List.of(operation + " 8", operation + " 24"));
        assertEquals(
                expected, rows.stream().map(row -> row.op() + " " + row.bytes()).toList(), run.output());
        for (Series row : rows) {
            assertEquals(ranks, row.ranks());
            assertEquals(Pace.QUICK.batches(), row.values().size());
        }
    }

    @Test
    void doublesCountAsEightBytesAndEachLengthOnce() throws Exception {
        ProgramRun run = collectives(2, "--csv", "--quick", "--sizes", "1 8", "--only", "scan,BCAST");
        List<String> starts = run.lines().stream()
                .skip(1)
                .map(line -> line.replaceFirst("(,\\d+\\.\\d{3}){3},\\d+\\.\\d$", ""))
                .toList();
        assertEquals(List.of("-,scan,2,8", "-,bcast,2,1", "-,bcast,2,8"), starts, run.output());
    }

    @Test
    void peopleGetATable() throws Exception {
        ProgramRun run = collectives(2, "--quick", "--only", "barrier");
        assertEquals(2, run.lines().size(), run.output());
        assertTrue(run.lines().get(1).matches(" +barrier +0( +[0-9.]+){5}"), run.output());
    }

    /** Every rank's buffers hold its rank's blocks and nothing that overlaps, whatever the number of ranks. */
    @ParameterizedTest
    @CsvSource({"1, 10", "2, 8", "3, 1", "4, 1000"})
    void unevenBlocksLieBehindEachOther(int ranks, int length) throws Exception {
        Jmpi.run(ranks, () -> {
            Blocks blocks = new Blocks(length, false);
            int end = 0;
            for (int rank = 0; rank < ranks; rank++) {
                assertEquals(end, blocks.displacements()[rank]);
                end += blocks.counts()[rank];
                assertTrue(rank == 0 || blocks.counts()[rank] >= blocks.counts()[rank - 1]);
            }
            assertTrue(end <= ranks * length && end > ranks * (length - 1), () -> "sum of counts");
            assertTrue(((byte[]) blocks.in()).length >= blocks.nextDisplacement() + blocks.ownCount());
            assertTrue(((byte[]) blocks.in()).length >= blocks.next() + blocks.length());
        });
    }

    @ParameterizedTest
    @CsvSource({
        "'--only bcast,gossip', '--only gossip: must be one of barrier, bcast,'",
        "'--sizes 8,x', '--sizes x: must be a whole number from 1 to 67108864'",
    })
    void whatCannotBeMeasuredIsNamed(String args, String message) throws Exception {
        ProgramRun run = collectives(2, args.split(" "));
        assertEquals(Program.USAGE, run.codes()[0]);
        assertTrue(run.errors().startsWith("collectives: " + message), run.errors());
        assertEquals("", run.output());
    }
}
