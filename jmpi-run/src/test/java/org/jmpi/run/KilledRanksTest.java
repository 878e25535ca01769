package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jmpi.Jmpi;
import org.jmpi.run.KilledRanksProgram.Death;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Of eight ranks three are lost at random moments, in random operations: the others go on and end with the same result.
 * {@code -Djmpi.killed.runs=100} runs more jobs, from the seed {@code -Djmpi.killed.first=1} on.
 */
@Isolated
@Timeout(36_000)
class KilledRanksTest {
    private static final int RUNS = Integer.getInteger("jmpi.killed.runs", 1);
    private static final long FIRST = Long.getLong("jmpi.killed.first", 1);
    private static final String CONTINUES = "jmpi.continue";

    /** Longer than a run takes on a busy machine. */
    private static final int LIMIT_SECONDS = 120;

    @ParameterizedTest
    @ValueSource(strings = "shm")
    void processesThatAreKilled(String transport) throws Exception {
        List<Long> times = new ArrayList<>();
        for (long seed = FIRST; seed < FIRST + RUNS; seed++) {
            List<String> options = List.of("--continue", "--timeout", "" + LIMIT_SECONDS);
            try (Launch launch =
                    Launch.program(KilledRanksProgram.class, KilledRanksProgram.RANKS, transport, options, "" + seed)) {
                launch.within(LIMIT_SECONDS + 10).expect(9);
                check(seed, launch.out().lines().toList(), times);
            }
        }
        report(transport, times);
    }

    @ParameterizedTest
    @Tag("full")
    @ValueSource(strings = {"socket", "rmi"})
    void processesThatAreKilledOverOtherTransports(String transport) throws Exception {
        processesThatAreKilled(transport);
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
        List<Long> times = new ArrayList<>();
        System.setProperty(CONTINUES, "true");
        try {
            for (long seed = FIRST; seed < FIRST + 10L * RUNS; seed++) runThreads(seed, times);
        } finally {
            System.clearProperty(CONTINUES);
        }
        report("threads", times);
    }

    private static void runThreads(long seed, List<Long> times) {
        Map<Integer, Long> ends = new ConcurrentHashMap<>();
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        assertThrows(
                KilledException.class,
                () -> Jmpi.run(
                        KilledRanksProgram.RANKS,
                        () -> lines.add(new KilledRanksProgram(seed, new Throwing(ends), ends).run())));
        check(seed, lines, times);
    }

    /** All ranks that are left have the same result. */
    private static void check(long seed, List<String> lines, List<Long> times) {
        List<Integer> left = new ArrayList<>();
        for (int rank = 0; rank < KilledRanksProgram.RANKS; rank++) left.add(rank);
        KilledRanksProgram.deaths(seed).forEach(death -> left.remove((Integer) death.rank()));
        assertEquals(left.size(), lines.size(), () -> "seed " + seed + ": " + lines);
        HashSet<String> results = new HashSet<>();
        for (String line : lines) {
            String[] parts = line.split(KilledRanksProgram.TIMES);
            results.add(parts[0]);
            for (String time : parts[1].strip().split(" ")) times.add(Long.valueOf(time));
        }
        assertEquals(new HashSet<>(List.of("left " + left)), results, () -> "seed " + seed);
        assertTrue(times.size() >= KilledRanksProgram.KILLED, () -> "seed " + seed);
    }

    private static void report(String transport, List<Long> times) {
        Collections.sort(times);
        System.out.println("from the end of a rank to the return of Shrink, " + transport + ", runs=" + RUNS
                + ": median " + times.get(times.size() / 2) + " ms, 95 % "
                + times.get(times.size() * 95 / 100) + " ms, most " + times.get(times.size() - 1) + " ms");
    }
}
