package org.jmpi.dsm.protocol;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jmpi.comm.RecordedRun;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Random programs without data races read what a memory of one place returns, whichever message comes first. */
@ExtendWith(RecordedRun.class)
@Timeout(600)
class RandomProgramsTest {
    private static final String[] SEEDS =
            System.getProperty("jmpi.dsm.seeds", "1-100").split("-");

    private static final int PART = 100;

    /** How often each program runs, each time with another order of messages. */
    private static final int ORDERS = 3;

    static Stream<Arguments> parts() {
        long last = Long.parseLong(SEEDS[1]);
        return LongStream.iterate(Long.parseLong(SEEDS[0]), first -> first <= last, first -> first + PART)
                .mapToObj(first -> Arguments.of(first, Math.min(last, first + PART - 1)));
    }

    @ParameterizedTest(name = "simulated {0}-{1}")
    @MethodSource("parts")
    void everyReadReturnsWhatTheModelHas(long first, long last) {
        for (long seed = first; seed <= last; seed++) run(seed);
    }

    private static void run(long seed) {
        RandomProgram program = new RandomProgram(seed);
        for (int order = 0; order < ORDERS; order++) {
            try {
                new SimulatedRanks(program, seed * ORDERS + order).run();
            } catch (Throwable e) {
                throw new AssertionError(
                        "seed " + seed + ", order " + order + " (-Djmpi.dsm.seeds=" + seed + "-" + seed + "): "
                                + e.getMessage() + "\n" + program,
                        e);
            }
        }
    }
}
