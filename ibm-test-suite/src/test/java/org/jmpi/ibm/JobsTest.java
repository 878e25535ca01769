package org.jmpi.ibm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JobsTest {
    private static final Duration GRACE = Duration.ofSeconds(20);

    @AfterEach
    void noProcessIsLeft() {
        assertEquals(List.of(), ProcessHandle.current().children().toList());
    }

    private static Outcome run(Program program, Duration grace) throws Exception {
        List<Outcome> outcomes = run(grace, program);
        assertEquals(1, outcomes.size());
        return outcomes.get(0);
    }

    /** Runs a series. */
    private static List<Outcome> run(Duration grace, Program... programs) throws Exception {
        List<Outcome> outcomes = new ArrayList<>();
        try (Jobs jobs = new Jobs(StubJmpirun.launcher(grace), 1)) {
            jobs.run(List.of(new Series(Stream.of(programs).map(JobsTest::trial).toList())), outcomes::add);
        }
        return outcomes;
    }

    private static Trial trial(Program program) {
        return new Trial(program, "socket", 2, 1, 1);
    }

    private static Series alone(String program, int round) {
        return new Series(List.of(new Trial(StubJmpirun.program(program), "socket", 2, round, 1)));
    }

    /** Runs a series in whose middle is this program, and returns what came of that; the others have passed. */
    private static Outcome amidOthers(Program program, Duration grace) throws Exception {
        List<Outcome> outcomes = run(
                grace,
                StubJmpirun.program("Passes"),
                StubJmpirun.program("Talks"),
                program,
                StubJmpirun.program("Talks"),
                StubJmpirun.program("Passes"));
        assertEquals(5, outcomes.size());
        for (int i : new int[] {0, 1, 3, 4}) assertTrue(outcomes.get(i).passed(), outcomes::toString);
        assertEquals(program, outcomes.get(2).trial().program());
        return outcomes.get(2);
    }

    @Test
    void aProgramPassesWithTheExitCodeOfTheTable() throws Exception {
        Outcome outcome = run(StubJmpirun.program("Passes"), GRACE);
        assertTrue(outcome.passed());
        assertEquals("", outcome.reason());
        assertEquals(
                "-np 2 --transport socket --timeout 20 --stdin none --tag-output -Dibm.marks=true -cp programs.jar"
                        + " org.jmpi.ibm.Ibm stub/Passes\n"
                        + "to standard error\n",
                outcome.output().replace(System.lineSeparator(), "\n"));
        assertTrue(run(Program.parse("stub/Fails 2 20 exit=3"), GRACE).passed());
    }

    @Test
    void anotherExitCodeIsAFailure() throws Exception {
        Outcome outcome = run(StubJmpirun.program("Fails"), GRACE);
        assertEquals(Outcome.State.FAILED, outcome.state());
        assertEquals("exit code 3, expected 0", outcome.reason());
        assertTrue(outcome.output().contains("line 28\nline 29\n"), outcome.output());
    }

    @Test
    void whatJmpirunEndsAfterItsLimitHung() throws Exception {
        Outcome outcome = run(StubJmpirun.program("TimesOut"), GRACE);
        assertEquals(Outcome.State.HUNG, outcome.state());
        assertEquals("not done after 20 s", outcome.reason());
    }

    @Test
    void aJmpirunThatDoesNotEndIsEnded() throws Exception {
        Outcome outcome = run(StubJmpirun.stubborn(), Duration.ofMillis(500));
        assertEquals(Outcome.State.HUNG, outcome.state());
        assertEquals("not done after 0 s, and jmpirun did not end it", outcome.reason());
    }

    @Test
    void eachProgramOfASeriesHasItsOwnOutputAndTime() throws Exception {
        List<Outcome> outcomes =
                run(GRACE, StubJmpirun.program("Talks"), StubJmpirun.program("Passes"), StubJmpirun.program("Passes"));
        assertEquals(3, outcomes.size());
        outcomes.forEach(outcome -> assertTrue(outcome.passed(), outcome::toString));
        assertEquals("I am rank 0\nI am rank 1\n", outcomes.get(0).output());
        assertEquals("", outcomes.get(1).output());
        assertTrue(outcomes.get(2).output().contains(" stub/Talks stub/Passes stub/Passes\n"));
        assertEquals(
                List.of(2_000_000L, 2_000_000L, 2_000_000L),
                outcomes.stream().map(Outcome::nanos).toList());
    }

    @Test
    void aProgramThatFailsEndsItsJobAndTheOthersRun() throws Exception {
        Outcome outcome = amidOthers(StubJmpirun.program("Fails"), GRACE);
        assertEquals("exit code 3, expected 0", outcome.reason());
        assertTrue(outcome.output().startsWith("line 0\nline 1\n"), outcome.output());
    }

    @Test
    void anAssertionIsReportedWithWhatItsProgramSaid() throws Exception {
        Outcome outcome = amidOthers(StubJmpirun.program("Asserts"), GRACE);
        assertEquals(Outcome.State.FAILED, outcome.state());
        assertEquals("exit code 1, expected 0", outcome.reason());
        List<String> lines = outcome.output().lines().toList();
        assertEquals("Exception in thread \"main\" rank 1 of 2: count: expected 4, got 3", lines.get(0));
        assertTrue(lines.contains("jmpirun: rank 1 failed: rank 1 of 2: count: expected 4, got 3"), outcome.output());
        assertFalse(outcome.output().contains("I am rank"), outcome.output());
    }

    @Test
    void aKilledRankFailsTheProgramThatItHasNotEnded() throws Exception {
        Outcome outcome = amidOthers(StubJmpirun.program("IsKilled"), GRACE);
        assertEquals("exit code 137, expected 0", outcome.reason());
        assertTrue(outcome.output().contains("jmpirun: rank 1 was killed by signal 9 (SIGKILL)\n"));
    }

    @Test
    void aJobThatEndsTooSoonFailsTheProgramThatARankHasNotEnded() throws Exception {
        Outcome outcome = amidOthers(StubJmpirun.program("Quits"), GRACE);
        assertEquals("exit code 0, but not ended well by rank 1", outcome.reason());
    }

    @Test
    void aHangIsThatOfTheProgramWhichHangs() throws Exception {
        Outcome outcome = amidOthers(StubJmpirun.program("TimesOut"), GRACE);
        assertEquals(Outcome.State.HUNG, outcome.state());
        assertEquals("not done after 20 s", outcome.reason());
    }

    @Test
    void anUnexpectedFindingFailsTheProgramInWhichItWasSaid() throws Exception {
        Outcome outcome = amidOthers(StubJmpirun.program("Complains"), GRACE);
        assertEquals(
                "not expected: jmpi: rank 1: message was never received: to rank 0, tag=7, 4 bytes", outcome.reason());
    }

    /** Runs series until the first has ended, and returns which that is. */
    private static Trial first(int atOnce, List<Series> series) throws Exception {
        List<Outcome> outcomes = new ArrayList<>();
        Jobs jobs = new Jobs(StubJmpirun.launcher(GRACE), atOnce);
        FutureTask<Void> closing = new FutureTask<>(jobs::close, null);
        assertThrows(
                CancellationException.class,
                () -> jobs.run(series, outcome -> {
                    outcomes.add(outcome);
                    new Thread(closing, "closing").start();
                }));
        closing.get();
        assertEquals(1, outcomes.size());
        return outcomes.get(0).trial();
    }

    @Test
    void closeEndsWhatRunsAndStartsNothingMore() throws Exception {
        List<Series> series = List.of(alone("Passes", 1), alone("Hangs", 1), alone("Passes", 2));
        assertEquals(series.get(0).first(), first(1, series));
    }

    @Test
    void severalRunAtOnce() throws Exception {
        List<Series> series = List.of(alone("Hangs", 1), alone("Passes", 1));
        assertEquals(series.get(1).first(), first(2, series));
    }

    @Test
    void aJmpirunThatIsNotThereIsNoOutcome() {
        Launcher launcher = new Launcher(List.of("/no/such/jmpirun"), "programs.jar", GRACE);
        List<Outcome> outcomes = new ArrayList<>();
        try (Jobs jobs = new Jobs(launcher, 1)) {
            assertThrows(IOException.class, () -> jobs.run(List.of(alone("Passes", 1)), outcomes::add));
        }
        assertFalse(outcomes.iterator().hasNext());
    }
}
