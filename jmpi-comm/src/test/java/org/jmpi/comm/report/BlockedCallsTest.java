package org.jmpi.comm.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.BlockedCall;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.session.RankThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BlockedCallsTest {
    @Test
    void aWaitForProcessesOutsideOfTheJobSaysSo() {
        RankThreads ranks = RankThreads.create(2, JmpiConfig.load(new Properties(), Map.of()));
        try {
            ProgressEngine engine = ranks.world(0).worldComm().process().engine();
            List<BlockedCall> calls = engine.awaitOutside("Accept", "a port", ranks::blocked);
            assertEquals(1, calls.size(), calls.toString());
            assertEquals("Accept(a port)", calls.get(0).call());
            assertEquals(List.of(), calls.get(0).awaited());
            StateReport report = new StateReport(2);
            report.addCalls(calls, 0);
            assertEquals(
                    List.of("rank 0 waits in Accept(a port) for processes outside of this job"), report.diagnosis());
            assertEquals(List.of(), ranks.blocked());
        } finally {
            ranks.close();
        }
    }

    @Test
    void aTargetSaysWhoHasTheLockThatAnOriginWaitsFor() {
        BlockedCall own = new BlockedCall(0, "Win.Lock(rank=1)", false, List.of(), 9, "");
        BlockedCall known = new BlockedCall(0, "Win.Lock(rank=1)", false, List.of(2), 7, "");
        BlockedCall other = new BlockedCall(2, "Recv(source=0, tag=1)", false, List.of(0), 5, "");
        assertEquals(
                List.of(new BlockedCall(0, "Win.Lock(rank=1)", false, List.of(2), 9, ""), other),
                BlockedCall.merged(List.of(own, other, known)));
    }
}
