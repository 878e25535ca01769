package org.jmpi.dsm;

import java.time.Duration;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jmpi.Jmpi;
import org.jmpi.comm.RecordedRun;
import org.jmpi.dsm.protocol.RandomProgram;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Random programs without data races, over each transport, with copies of pages and with shared memory. */
@ExtendWith(RecordedRun.class)
@Timeout(600)
class RandomSpacesTest {
    private static final String[] PATHS = {
        "threads copies", "threads shared", "shm copies", "shm shared", "socket copies"
    };

    /** How many programs run in the default lane, one after the other, each way. */
    private static final int PART = 5;

    private static final String SEEDS = System.getProperty("jmpi.dsm.spaces.seeds");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    static Stream<Arguments> parts() {
        return Stream.of(PATHS).flatMap(path -> {
            String[] range = SEEDS == null ? new String[] {"1", "" + PART} : SEEDS.split("-");
            long last = Long.parseLong(range[1]);
            return LongStream.iterate(Long.parseLong(range[0]), first -> first <= last, first -> first + PART)
                    .mapToObj(first -> Arguments.of(path, first, Math.min(last, first + PART - 1)));
        });
    }

    @ParameterizedTest(name = "{0} {1}-{2}")
    @MethodSource("parts")
    void everyReadReturnsWhatTheModelHas(String path, long first, long last) {
        String[] words = path.split(" ");
        for (long seed = first; seed <= last; seed++) {
            RandomProgram program = new RandomProgram(seed);
            ProgramRun run = new ProgramRun(program, words[1].equals("copies"));
            try {
                Jmpi.call(program.ranks, LIMIT, words[0], () -> {
                    run.run();
                    return null;
                });
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage() + "\n" + program, e);
            }
        }
    }
}
