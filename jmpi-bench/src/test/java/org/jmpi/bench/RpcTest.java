package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RpcTest {
    private static ProgramRun rpc(int ranks, String... args) throws Exception {
        return ProgramRun.of(ranks, Rpc::options, Rpc::run, args);
    }

    @Test
    void everyRowIsTimed() throws Exception {
        ProgramRun run = rpc(3, "--samples", "--quick");
        assertArrayEquals(new int[3], run.codes(), run.errors());
        List<Series> rows = run.lines().stream()
                .map(Series::parse)
                .flatMap(Optional::stream)
                .toList();
        assertEquals(
                Arrays.stream(RemoteCall.values()).map(RemoteCall::toString).toList(),
                rows.stream().map(Series::op).toList(),
                run.output());
        for (Series row : rows) assertEquals(Pace.QUICK.batches(), row.values().size());
    }

    @Test
    void theTableComparesWithMessagesAndRmi() throws Exception {
        ProgramRun run = rpc(2, "--quick", "--only", "send_recv,simple,rmi");
        assertEquals(4, run.lines().size(), run.output());
        assertTrue(run.lines().get(2).matches(" +simple +0( +[0-9.]+){5} +67"), run.output());
    }

    @ParameterizedTest
    @CsvSource({
        "2, '--only steal', '--only steal: must be one of send_recv, simple,'",
        "1, '--quick', 'needs at least 2 ranks, has 1'",
    })
    void whatCannotBeMeasuredIsNamed(int ranks, String args, String message) throws Exception {
        ProgramRun run = rpc(ranks, args.split(" "));
        assertEquals(Program.USAGE, run.codes()[0]);
        assertTrue(run.errors().startsWith("rpc: " + message), run.errors());
    }
}
