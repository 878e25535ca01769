package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.RecordedRun;
import org.jmpi.dist.WireProgram.Traffic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bad wires between hosts, over which a job goes on; {@link FaultsTest} has silence, which ends it. System properties
 * choose longer trials:
 *
 * <pre>{@code
 * jmpi.wire.trials     a regular expression; the wires with each traffic that it matches: .* or SLOW/HIGHEST
 * jmpi.wire.seconds    how long the wire is bad; default: 6, 20 for the slow one, 40 for that with a queue
 * jmpi.wire.bound      jmpi.failure.timeout of the jobs; default: 3, 8 for the slow wire, 20 for that with a queue
 * jmpi.wire.ranks      the number of ranks of each of the three hosts; default: 1
 * jmpi.wire.transport  default: auto
 * }</pre>
 */
@Tag("cluster")
@ExtendWith(RecordedRun.class)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(FakeHosts.SECOND)
@Timeout(240)
class WireTest {
    private static final String TRIALS =
            System.getProperty("jmpi.wire.trials", "STALLED/NONE|SLOW/OUTPUT|LOSSY/NONE|LATE/NONE|LATE_AND_LOSSY/NONE");
    private static final String TRANSPORT = System.getProperty("jmpi.wire.transport", "auto");
    private static final int RANKS = Integer.getInteger("jmpi.wire.ranks", 1);
    private static final int SLACK = 60;

    @RegisterExtension
    static final FakeHosts hosts = new FakeHosts(3);

    /** A fault in the wire of hostb. */
    private enum Wire {
        /** Datagrams pass, and nothing of TCP. */
        STALLED(3, 6),
        /** A block that ssh passes on at once takes 4 s. */
        SLOW(8, 20),
        /** All that is sent takes 16 s. */
        BLOATED(20, 40),
        /** Each way. TCP pauses for longer and longer. */
        LOSSY(3, 6),
        LATE(3, 6),
        LATE_AND_LOSSY(3, 6);

        private final int bound;
        private final int seconds;

        Wire(int bound, int seconds) {
            this.bound = Integer.getInteger("jmpi.wire.bound", bound);
            this.seconds = Integer.getInteger("jmpi.wire.seconds", seconds);
        }

        void begin() throws Exception {
            switch (this) {
                case STALLED -> hosts.stall("hostb");
                case BLOATED -> hosts.rate("hostb", 64, 128);
                case SLOW -> hosts.rate("hostb", 64);
                case LOSSY -> hosts.delay("hostb", 0, 30);
                case LATE -> hosts.delay("hostb", 1000, 0);
                case LATE_AND_LOSSY -> hosts.delay("hostb", 200, 5);
            }
        }
    }

    private static List<Arguments> trials() {
        List<Arguments> trials = new ArrayList<>();
        for (Wire wire : Wire.values())
            for (Traffic traffic : Traffic.values()) {
                boolean chosen = (wire + "/" + traffic).matches(TRIALS);
                if (chosen) trials.add(Arguments.of(wire, traffic));
            }
        return trials;
    }

    @ParameterizedTest
    @MethodSource("trials")
    void aBadWireIsNoDeath(Wire wire, Traffic traffic) throws Exception {
        Path end = hosts.folder().resolve("end");
        FakeHosts.Command job = start(traffic, end, wire.bound);
        wire.begin();
        boolean ended = job.process().waitFor(wire.seconds, TimeUnit.SECONDS);
        hosts.heal();
        Files.createFile(end);
        Distribution.Ended result = job.await(SLACK);
        assertFalse(ended, result::toString);
        assertEquals(0, result.exitCode(), result::toString);
    }

    private static FakeHosts.Command start(Traffic traffic, Path end, int bound) throws Exception {
        List<String> words = new ArrayList<>(List.of(Distribution.JMPIRUN.toString(), "-np", "" + 3 * RANKS));
        words.addAll(List.of("--host", "hosta,hostb,hostc", "-N", "" + RANKS, "--transport", TRANSPORT));
        words.add("-Djmpi.failure.timeout=" + bound);
        words.addAll(List.of(
                "-cp", Path.of("target", "test-classes").toAbsolutePath().toString(), WireProgram.class.getName()));
        words.addAll(List.of(traffic.name(), end.toString(), "" + RANKS));
        FakeHosts.Command job = hosts.start("hosta", words.toArray(String[]::new));
        job.awaitLine(WireProgram.BEGUN, 60);
        return job;
    }
}
