package org.jmpi.comm.window;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jmpi.comm.RecordedRun;
import org.jmpi.comm.simulation.RandomWindows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Random programs of windows do what a sequential model allows, by each path and over each transport. */
@ExtendWith(RecordedRun.class)
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(600)
public abstract class RandomWindowsContract extends WindowFixture {
    private static final String PROGRAM = "jmpi.windows.program";

    /** The first and the last seed; otherwise each path has others. */
    private static final String SEEDS = System.getProperty("jmpi.windows.seeds");

    private static final List<String> PATHS = List.of("threads", "threads by frames", "shm", "socket", "rmi");

    /** How many programs run on the same ranks, one after the other. */
    private static final int PART = 20;

    /**
     * @param byFrames whether accesses go by frames where memory is shared
     * @param sharesMemory whether ranks share allocated memory
     */
    protected RandomWindowsContract(String transport, boolean byFrames, boolean sharesMemory) {
        super(transport, byFrames, sharesMemory);
    }

    /** Returns the path, and the first and the last seed of each part of the range. */
    Stream<Arguments> parts() {
        String path = transport + (byFrames ? " by frames" : "");
        long usual = 1 + (long) PART * PATHS.indexOf(path);
        String[] range = SEEDS == null ? null : SEEDS.split("-");
        long last = range == null ? usual + PART - 1 : Long.parseLong(range[1]);
        return LongStream.iterate(
                        range == null ? usual : Long.parseLong(range[0]), first -> first <= last, first -> first + PART)
                .mapToObj(first -> Arguments.of(path, first, Math.min(last, first + PART - 1)));
    }

    @ParameterizedTest(name = "{0} {1}-{2}")
    @MethodSource("parts")
    void everyProgramSeesWhatTheModelAllows(String path, long first, long last) {
        run(new RandomWindows(first, last));
    }

    @Test
    @EnabledIfSystemProperty(named = PROGRAM, matches = ".+", disabledReason = "no program is named")
    void theProgramSeesWhatTheModelAllows() {
        run(RandomWindows.of(System.getProperty(PROGRAM)));
    }

    private void run(RandomWindows programs) {
        try {
            run(RandomWindows.RANKS, comm -> programs.run(comm, info()));
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + programs.least(this::fails), e);
        }
    }

    private boolean fails(RandomWindows programs) {
        try {
            run(RandomWindows.RANKS, comm -> programs.run(comm, info()));
            return false;
        } catch (AssertionError e) {
            return true;
        }
    }
}
