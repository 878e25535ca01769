package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jmpi.comm.RecordedRun;
import org.jmpi.comm.simulation.RandomWindows;
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

/** Random programs of windows on two hosts, with two ranks each, do what a sequential model allows. */
@Tag("cluster")
@ExtendWith(RecordedRun.class)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(FakeHosts.SECOND)
@Timeout(240)
class RandomWindowsTest {
    /** The first and the last seed. */
    private static final String[] SEEDS =
            System.getProperty("jmpi.windows.seeds", "1-20").split("-");

    /** How many programs are a job. */
    private static final int PART = 200;

    private static final int LIMIT_SECONDS = 200;

    @RegisterExtension
    static final FakeHosts hosts = new FakeHosts(2);

    private static Stream<Arguments> parts() {
        long last = Long.parseLong(SEEDS[1]);
        return LongStream.iterate(Long.parseLong(SEEDS[0]), first -> first <= last, first -> first + PART)
                .mapToObj(first -> Arguments.of(first, Math.min(last, first + PART - 1)));
    }

    @ParameterizedTest(name = "hosts {0}-{1}")
    @MethodSource("parts")
    void everyProgramSeesWhatTheModelAllows(long first, long last) throws Exception {
        Path classes = Path.of(RandomWindows.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> words = List.of(
                Distribution.JMPIRUN.toString(), "-np", "" + RandomWindows.RANKS, "--host", "hosta,hostb", "-N", "2");
        List<String> program = List.of("-cp", classes.toString(), RandomWindows.class.getName(), "" + first, "" + last);
        Distribution.Ended ended = hosts.start(
                        "hosta", Stream.concat(words.stream(), program.stream()).toArray(String[]::new))
                .await(LIMIT_SECONDS);
        assertEquals(0, ended.exitCode(), ended::toString);
        assertEquals(List.of("passed"), ended.out(), ended::toString);
    }
}
