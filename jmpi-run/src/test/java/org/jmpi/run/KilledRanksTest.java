package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jmpi.Jmpi;
import org.jmpi.comm.RecordedRun;
import org.jmpi.run.KilledRanksProgram.Death;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Of eight ranks three are lost at random moments, in random operations: the others go on and end with the same result.
 * {@code -Djmpi.killed.runs=100} runs more jobs, from the seed {@code -Djmpi.killed.first=1} on. The record has the
 * times of each, in ms.
 */
@Isolated
@Timeout(36_000)
class KilledRanksTest {
    private static final int RUNS = Integer.getInteger("jmpi.killed.runs", 1);
    private static final long FIRST = Long.getLong("jmpi.killed.first", 1);
    private static final String CONTINUES = "jmpi.continue";

    /** Longer than a run takes on a busy machine. */
    private static final int LIMIT_SECONDS = 120;

    @RegisterExtension
    static final RecordedRun RECORD = new RecordedRun();

    /** From the end of a rank to the return of Shrink, in ms, of the jobs that this JVM has run. */
    private static final Map<String, List<Long>> TIMES = new TreeMap<>();

    /** A job. */
    private record Run(String transport, long seed) {
        @Override
        public String toString() {
            return transport + " " + seed;
        }
    }

    private static Stream<Run> runs(String... transports) {
        return Stream.of(transports)
                .flatMap(transport -> LongStream.range(FIRST, FIRST + RUNS).mapToObj(seed -> new Run(transport, seed)));
    }

    private static Stream<Run> jobs() {
        return runs("shm");
    }

    private static Stream<Run> jobsOverOtherTransports() {
        return runs("socket", "rmi");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("jobs")
    void processesThatAreKilled(Run run) throws Exception {
        List<String> options = List.of("--continue", "--timeout", "" + LIMIT_SECONDS);
        try (Launch launch = Launch.program(
                KilledRanksProgram.class, KilledRanksProgram.RANKS, run.transport, options, "" + run.seed)) {
            launch.within(LIMIT_SECONDS + 10).expect(9);
            check(run, launch.out().lines().toList());
        }
    }

    @ParameterizedTest(name = "{0}")
    @Tag("full")
    @MethodSource("jobsOverOtherTransports")
    void processesThatAreKilledOverOtherTransports(Run run) throws Exception {
        processesThatAreKilled(run);
    }

    private static final class KilledException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Ends a rank that is a thread by an exception. */
    private record Throwing(Map<Integer, Long> ends) implements KilledRanksProgram.Killer {
        @Override
        public void operation(Death own, int number) {
            if (number < own.operations()) return;
            ends.put(own.rank(), System.currentTimeMillis());
            throw new KilledException();
        }
    }

    @Test
    void threadsThatEndByAnException() {
        System.setProperty(CONTINUES, "true");
        try {
            for (long seed = FIRST; seed < FIRST + 10L * RUNS; seed++) runThreads(new Run("threads", seed));
        } finally {
            System.clearProperty(CONTINUES);
        }
    }

    private static void runThreads(Run run) {
        Map<Integer, Long> ends = new ConcurrentHashMap<>();
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        assertThrows(
                KilledException.class,
                () -> Jmpi.run(
                        KilledRanksProgram.RANKS,
                        () -> lines.add(new KilledRanksProgram(run.seed, new Throwing(ends), ends).run())));
        check(run, lines);
    }

    /** All ranks that are left have the same result. */
    private static void check(Run run, List<String> lines) {
        List<Integer> left = new ArrayList<>();
        for (int rank = 0; rank < KilledRanksProgram.RANKS; rank++) left.add(rank);
        KilledRanksProgram.deaths(run.seed).forEach(death -> left.remove((Integer) death.rank()));
        assertEquals(left.size(), lines.size(), () -> run + ": " + lines);
        HashSet<String> results = new HashSet<>();
        List<Long> times = new ArrayList<>();
        for (String line : lines) {
            String[] parts = line.split(KilledRanksProgram.TIMES);
            results.add(parts[0]);
            for (String time : parts[1].strip().split(" ")) times.add(Long.valueOf(time));
        }
        assertEquals(new HashSet<>(List.of("left " + left)), results, run::toString);
        assertTrue(times.size() >= KilledRanksProgram.KILLED, run::toString);
        RECORD.add("times " + run, times.stream().map(String::valueOf).collect(Collectors.joining(" ")));
        TIMES.computeIfAbsent(run.transport, transport -> new ArrayList<>()).addAll(times);
    }

    @AfterAll
    static void report() {
        TIMES.forEach((transport, times) -> {
            Collections.sort(times);
            System.out.println("from the end of a rank to the return of Shrink, " + transport + ": median "
                    + times.get(times.size() / 2) + " ms, 95 % " + times.get(times.size() * 95 / 100) + " ms, most "
                    + times.get(times.size() - 1) + " ms");
        });
    }
}
