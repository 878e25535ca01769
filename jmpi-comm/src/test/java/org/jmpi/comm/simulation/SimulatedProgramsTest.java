package org.jmpi.comm.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jmpi.comm.RecordedRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Random programs in the simulator: a seed decides what the ranks do, and how that goes. */
@ExtendWith(RecordedRun.class)
class SimulatedProgramsTest {
    /** Seeds to run instead of the usual ones, such as {@code 1001-2000}. */
    private static final String RANGE = "jmpi.simulation.seeds";

    /** A program to run instead of them, as a failure names it. */
    private static final String PROGRAM = "jmpi.program";

    private static final String COMMAND =
            "mvn -pl jmpi-comm -am test -Dtest=SimulatedProgramsTest -Dsurefire.failIfNoSpecifiedTests=false ";

    /** The last of the usual seeds, which start at 1. */
    private static final int USUAL = 100;

    /** The last of the seeds that the full lane adds, and how many are a part of a range. */
    private static final int SEEDS = 1000;

    /** A leader that leaves the other one waiting, a receive that is matched and said to be open, messages alike. */
    private static final long[] FORMER_FINDINGS = {504202, 548052, 546558, 538559};

    /**
     * Those of windows and of other worlds: Wait and Test that blame a rank which is there for the loss of another one,
     * a lock at a rank that has revoked the window and freed it, processes that are cut off by an unrelated Disconnect,
     * a Spawn that fails and leaves a communicator for which Finalize waits, a Disconnect before a buffered send is
     * over, processes that end before another world which is still connected. And one of a reduction by the program's
     * own operator, which the background thread leaves to a thread that has just parked.
     */
    private static final long[] LATER_FINDINGS = {704459, 1003324, 2051349, 2140564, 2222213, 5019586, 2301007};

    private static final int ACTIONS = 12;

    /** The most seeds that are reported. */
    private static final int MOST_FINDINGS = 10;

    private static final int SHRINKING_RUNS = 200;

    static Program program(long seed) {
        int ranks = 1 + Math.floorMod(seed, 5);
        Program program = Program.random(seed, ranks, ACTIONS);
        return (LostRank.isIn(seed, ranks) ? program.losing() : program)
                .extended()
                .spawning();
    }

    /** Returns a program as it was before it had windows and revocations. */
    private static Program former(long seed) {
        Program program = program(seed);
        Set<Integer> kept = program.actions().stream()
                .filter(action -> !(action instanceof WindowAction)
                        && !(action instanceof Survival)
                        && action.number() < Action.ROW)
                .map(Action::number)
                .collect(Collectors.toSet());
        return program.keeping(kept);
    }

    static Simulation.Result run(Program program) {
        List<String> settings = new ArrayList<>();
        ProgramSettings.of(program.seed()).forEach((name, value) -> settings.addAll(List.of(name, value)));
        Simulation.Options options = Simulation.Options.SEEDED.with(settings.toArray(new String[0]));
        return Simulation.run(program.seed(), program.ranks(), options, program::run);
    }

    /** Runs seeds, as many at a time as there are cores; returns those with findings. */
    private static Map<Long, String> run(long first, long last) throws InterruptedException {
        Map<Long, String> found = new ConcurrentSkipListMap<>();
        AtomicLong next = new AtomicLong(first);
        AtomicLong traces = new AtomicLong();
        Runnable runs = () -> {
            for (long seed = next.getAndIncrement();
                    seed <= last && found.size() < MOST_FINDINGS;
                    seed = next.getAndIncrement()) {
                try {
                    Simulation.Result result = run(program(seed));
                    traces.addAndGet(SimulationRandom.mix(result.hash()));
                    if (!result.findings().isEmpty())
                        found.put(seed, result.findings().get(0));
                } catch (RuntimeException | Error e) {
                    found.put(seed, "no result: " + e);
                }
            }
        };
        List<Thread> threads = IntStream.range(0, Runtime.getRuntime().availableProcessors())
                .mapToObj(i -> new Thread(runs, "seeds-" + i))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) thread.join();
        System.out.println("seeds " + first + "-" + last + ": traces " + Long.toHexString(traces.get()));
        return found;
    }

    private static void assertNoFindings(Map<Long, String> found) {
        if (found.isEmpty()) return;
        long seed = found.keySet().iterator().next();
        throw new AssertionError("findings with the seeds " + found.keySet() + "\nseed " + seed + ": "
                + found.get(seed) + "\nagain: " + COMMAND + "-D" + RANGE + "=" + seed + "-" + seed
                + shrunk(program(seed)));
    }

    private static String shrunk(Program program) {
        Program least =
                new Shrinker<Program>(smaller -> !run(smaller).findings().isEmpty(), SHRINKING_RUNS).shrink(program);
        return "\nthe least program with a finding: " + COMMAND + "-D" + PROGRAM + "=" + least.line() + "\n" + least
                + run(least).findings();
    }

    @Test
    @Timeout(300)
    @DisabledIfSystemProperty(named = RANGE, matches = ".+", disabledReason = "other seeds are run")
    void theFirstSeedsHaveNoFinding() throws InterruptedException {
        assertNoFindings(run(1, USUAL));
    }

    @Test
    @DisabledIfSystemProperty(named = RANGE, matches = ".+", disabledReason = "other seeds are run")
    void theSeedsOfFormerFindingsHaveNone() throws InterruptedException {
        for (long seed : FORMER_FINDINGS)
            assertEquals(List.of(), run(former(seed)).findings(), "seed " + seed);
        for (long seed : LATER_FINDINGS) assertNoFindings(run(seed, seed));
    }

    @Test
    @Tag("full")
    @Timeout(300)
    @DisabledIfSystemProperty(named = RANGE, matches = ".+", disabledReason = "other seeds are run")
    void theFirstThousandSeedsHaveNoFinding() throws InterruptedException {
        assertNoFindings(run(USUAL + 1, SEEDS));
    }

    /** Returns the first and the last seed of each part of the range. */
    static Stream<Arguments> parts() {
        String[] range = System.getProperty(RANGE).split("-");
        long last = Long.parseLong(range[1]);
        return LongStream.iterate(Long.parseLong(range[0]), first -> first <= last, first -> first + SEEDS)
                .mapToObj(first -> Arguments.of(first, Math.min(last, first + SEEDS - 1)));
    }

    @ParameterizedTest(name = "{0}-{1}")
    @MethodSource("parts")
    @Timeout(value = 12, unit = TimeUnit.HOURS)
    @EnabledIfSystemProperty(named = RANGE, matches = "\\d+-\\d+", disabledReason = "no seeds are named")
    void theSeedsOfARangeHaveNoFinding(long first, long last) throws InterruptedException {
        assertNoFindings(run(first, last));
    }

    @Test
    @EnabledIfSystemProperty(named = PROGRAM, matches = ".+", disabledReason = "no program is named")
    void theProgramHasNoFinding() {
        Program program = Program.parse(System.getProperty(PROGRAM));
        assertEquals(List.of(), run(program).findings(), program::toString);
    }

    @Test
    void aProgramIsMadeAgainFromItsLine() {
        for (long seed = 1; seed <= 40; seed++) {
            Program program = program(seed);
            assertEquals(program.toString(), Program.parse(program.line()).toString());
        }
    }

    @Test
    void aProgramRunsTheSameTwice() {
        for (long seed = 1; seed <= 20; seed++) assertEquals(run(program(seed)), run(program(seed)));
    }
}
