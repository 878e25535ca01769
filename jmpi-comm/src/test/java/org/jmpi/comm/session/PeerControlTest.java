package org.jmpi.comm.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.ProcessEnd;
import org.jmpi.comm.datatype.ProgramClasses;
import org.jmpi.comm.transport.ThreadsTransport;
import org.jmpi.comm.wireup.FakeJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of a rank that no jmpirun watches, without other ranks. */
@Timeout(60)
class PeerControlTest {
    private static final String NEWLINE = System.lineSeparator();

    private final FakeJob job = new FakeJob(1);
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private volatile RankWorld world;
    private final PeerControl control = new PeerControl(job.wireUp(0), rank -> world, false, new ProcessEnd() {
        @Override
        public void say(byte[] line) {
            events.add("says " + new String(line).strip());
        }

        @Override
        public void end(int code, byte[] line) {
            events.add("ends " + code);
        }
    });

    @AfterEach
    void close() {
        control.close();
        if (world != null) world.stop("the test is over");
    }

    private void expect(String... expected) throws InterruptedException {
        for (String each : expected) assertEquals(each, events.poll(30, TimeUnit.SECONDS));
    }

    @Test
    void aRankThatAbortsSaysSoAndAsksTheProcessManager() throws Exception {
        control.abort(0, 7, "rank 0 called MPI.Abort with code 7");
        expect("says jmpi: rank 0 called MPI.Abort with code 7", "ends 7");
        assertEquals(List.of("7 rank 0 called MPI.Abort with code 7"), List.copyOf(job.ends));
    }

    @Test
    void aRankThatFailsShowsItsStackAndNamesTheCauseAlone() throws Exception {
        control.failed(0, "java.lang.Error: boom" + NEWLINE + "Exception in thread \"main\" ..." + NEWLINE);
        expect(
                "says jmpi: rank 0 failed: java.lang.Error: boom" + NEWLINE + "Exception in thread \"main\" ...",
                "ends 1");
        assertEquals(List.of("1 rank 0 failed: java.lang.Error: boom"), List.copyOf(job.ends));
    }

    @Test
    void aRankThatLosesAPeerGivesItTimeToTellWhy() throws Exception {
        control.peerLost(0, 2, "rank 2 on hostb failed: reset");
        control.aborted(0, 2, 5, "rank 2 called MPI.Abort with code 5");
        expect("says jmpi: rank 0 ends: rank 2 called MPI.Abort with code 5", "ends 5");
        assertNull(events.poll(1, TimeUnit.SECONDS));
        assertEquals(List.of(), List.copyOf(job.ends));
    }

    @Test
    void aRankGivesAProcessManagerTimeToEndTheJob() throws Exception {
        job.canAbort = true;
        long start = System.nanoTime();
        control.aborted(0, 2, 5, "rank 2 called MPI.Abort with code 5");
        control.peerLost(0, 2, "rank 2 on hostb failed: reset");
        expect("says jmpi: rank 0 ends: rank 2 called MPI.Abort with code 5", "ends 5");
        assertTrue(System.nanoTime() - start >= TimeUnit.SECONDS.toNanos(2));
        assertEquals(List.of(), List.copyOf(job.ends));
    }

    @Test
    void aRankThatLosesAPeerEndsTheJobIfNobodyTellsWhy() throws Exception {
        control.peerLost(0, 2, "rank 2 on hostb failed: reset");
        expect("says jmpi: rank 0 ends: rank 2 on hostb failed: reset", "ends 1");
        assertEquals(List.of("1 rank 2 on hostb failed: reset"), List.copyOf(job.ends));
    }

    @Test
    void aRankOutOfMemorySaysSo() throws Exception {
        control.outOfMemory();
        expect("says jmpi: rank 0 is out of memory", "ends 1");
    }

    @Test
    void afterFinalizeNobodyEndsAnybody() throws Exception {
        JmpiConfig config = JmpiConfig.load(new Properties(), Map.of());
        world = new RankWorld(0, 1, config, new ProgramClasses(), new SingletonJob());
        world.connection().connect(new ThreadsTransport.Meeting(1));
        world.finish();
        control.peerLost(0, 2, "lost");
        control.aborted(0, 2, 5, "aborted");
        control.failed(0, "java.lang.Error: late");
        expect("says jmpi: rank 0 failed: java.lang.Error: late");
        assertNull(events.poll(1, TimeUnit.SECONDS));
        assertEquals(List.of(), List.copyOf(job.ends));
    }
}
