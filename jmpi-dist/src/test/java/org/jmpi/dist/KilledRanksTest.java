package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.jmpi.comm.RecordedRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Of eight ranks on two hosts three are lost at random moments, in random operations: the others go on and end with the
 * same result. The program is that of the tests of {@code jmpi-run}, and so are {@code jmpi.killed.runs} and
 * {@code jmpi.killed.first}.
 */
@Tag("cluster")
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(FakeHosts.FIRST)
@Timeout(36_000)
class KilledRanksTest {
    private static final int RUNS = Integer.getInteger("jmpi.killed.runs", 1);
    private static final long FIRST = Long.getLong("jmpi.killed.first", 1);
    private static final int RANKS = 8;
    private static final int LEFT = 5;
    private static final String PROGRAM = "org.jmpi.run.KilledRanksProgram";
    private static final Path CLASSES = Path.of("..", "jmpi-run", "target", "test-classes");
    private static final String TIMES = "; ms to the new communicator:";
    private static final int LIMIT_SECONDS = 120;

    @RegisterExtension
    static final RecordedRun RECORD = new RecordedRun();

    @RegisterExtension
    static final FakeHosts hosts = new FakeHosts(2);

    private static LongStream seeds() {
        return LongStream.range(FIRST, FIRST + RUNS);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("seeds")
    void theOthersGoOn(long seed) throws Exception {
        List<String> words = new ArrayList<>(List.of(Distribution.JMPIRUN.toString(), "-np", "" + RANKS));
        words.addAll(List.of("--host", "hosta,hostb", "-N", "" + RANKS / 2));
        words.addAll(List.of("--continue", "--timeout", "" + LIMIT_SECONDS));
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
        words.addAll(List.of("-cp", CLASSES.toAbsolutePath().normalize().toString(), PROGRAM, "" + seed));
        Distribution.Ended ended =
                hosts.start("hosta", words.toArray(String[]::new)).await(LIMIT_SECONDS + 30);
        assertEquals(9, ended.exitCode(), ended::toString);
        Set<String> results = new HashSet<>();
        StringBuilder times = new StringBuilder();
        for (String line : ended.out()) {
            String[] parts = line.split(TIMES);
            assertEquals(2, parts.length, ended::toString);
            results.add(parts[0]);
            times.append(parts[1]);
        }
        assertEquals(LEFT, ended.out().size(), ended::toString);
        assertEquals(1, results.size(), ended::toString);
        RECORD.add("times hosts " + seed, times.toString().strip());
    }
}
