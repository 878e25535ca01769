package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

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
                RemoteCall.all(false, false).stream().map(RemoteCall::toString).toList(),
                rows.stream().map(Series::op).toList(),
                run.output());
        for (Series row : rows) assertEquals(Pace.QUICK.batches(), row.values().size());
    }

    @Test
    void theTableComparesWithMessagesAndRmi() throws Exception {
        ProgramRun run = rpc(2, "--quick", "--only", "send_recv,simple,rmi");
        assertEquals(4, run.lines().size(), run.output());
        assertTrue(run.lines().get(2).matches(" +simple +0( +[0-9.]+){5} +- +67"), run.output());
    }

    @Test
    void argumentsOfAnyLengthAreTimed() throws Exception {
        ProgramRun run = rpc(2, "--quick", "--sizes", "0 1000000", "--only", "bytes,rmi_bytes");
        assertEquals(5, run.lines().size(), run.output());
        assertTrue(run.lines().get(2).matches(" +bytes +1000000( +[0-9.]+){3} +-( +[0-9.]+) +- +-"), run.output());
    }

    @Test
    void oncRpcIsAColumnBesideTheOthers() throws Exception {
        ProgramRun run = rpc(2, "--quick", "--peers", "--only", "simple,onc_rpc,onc_word");
        assertArrayEquals(new int[2], run.codes(), run.errors());
        assumeFalse(run.errors().contains("ONC RPC"), run.errors());
        assertTrue(run.lines().get(1).matches(" +simple +0( +[0-9.]+){3} +- +-( +[0-9.]+) +67"), run.output());
        assertEquals(List.of(), ProcessHandle.current().children().toList());
    }

    @ParameterizedTest
    @CsvSource({
        "2, '--only steal', '--only steal: must be one of send_recv, simple,'",
        "2, '--sizes 12', '--sizes 12: 12 is not a multiple of 8'",
        "2, '--sizes 2097152', '--sizes 2097152: must be a whole number from 0 to 1048576'",
        "2, '--only onc_rpc', '--only onc_rpc: onc_rpc is not among the rows: send_recv, simple,'",
        "2, '--only bytes', '--only bytes: bytes is not among the rows: send_recv, simple,'",
        "1, '--quick', 'needs at least 2 ranks, has 1'",
    })
    void whatCannotBeMeasuredIsNamed(int ranks, String args, String message) throws Exception {
        ProgramRun run = rpc(ranks, args.split(" "));
        assertEquals(Program.USAGE, run.codes()[0]);
        assertTrue(run.errors().startsWith("rpc: " + message), run.errors());
    }
}
