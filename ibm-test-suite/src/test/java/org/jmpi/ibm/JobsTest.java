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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JobsTest {
    private static final Duration GRACE = Duration.ofSeconds(20);

    @AfterEach
    void noProcessIsLeft() {
        assertEquals(List.of(), ProcessHandle.current().children().toList());
    }

    private static Outcome run(Program program, Duration grace) throws Exception {
        List<Outcome> outcomes = new ArrayList<>();
        try (Jobs jobs = new Jobs(StubJmpirun.launcher(grace), 1)) {
            jobs.run(List.of(new Trial(program, "socket", 2, 1, 1)), outcomes::add);
        }
        assertEquals(1, outcomes.size());
        return outcomes.get(0);
    }

    @Test
    void aProgramPassesWithTheExitCodeOfTheTable() throws Exception {
        Outcome outcome = run(StubJmpirun.program("Passes"), GRACE);
        assertTrue(outcome.passed());
        assertEquals("", outcome.reason());
        assertEquals(
                "-np 2 --transport socket --timeout 20 --stdin none -cp programs.jar org.jmpi.ibm.stub.Passes\n"
                        + "to standard error\n",
                outcome.output().replace(System.lineSeparator(), "\n"));
        assertTrue(run(Program.parse("stub/Fails 2 20 exit=3"), GRACE).passed());
    }

    @Test
    void anotherExitCodeIsAFailure() throws Exception {
        Outcome outcome = run(StubJmpirun.program("Fails"), GRACE);
        assertEquals(Outcome.State.FAILED, outcome.state());
        assertEquals("exit code 3, expected 0", outcome.reason());
        assertTrue(outcome.output().strip().endsWith("line 29"), outcome.output());
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

    /** Runs trials until the first has ended, and returns which that is. */
    private static Trial first(int atOnce, List<Trial> trials) throws Exception {
        List<Outcome> outcomes = new ArrayList<>();
        Jobs jobs = new Jobs(StubJmpirun.launcher(GRACE), atOnce);
        FutureTask<Void> closing = new FutureTask<>(jobs::close, null);
        assertThrows(
                CancellationException.class,
                () -> jobs.run(trials, outcome -> {
                    outcomes.add(outcome);
                    new Thread(closing, "closing").start();
                }));
        closing.get();
        assertEquals(1, outcomes.size());
        return outcomes.get(0).trial();
    }

    @Test
    void closeEndsWhatRunsAndStartsNothingMore() throws Exception {
        List<Trial> trials = List.of(
                new Trial(StubJmpirun.program("Passes"), "socket", 2, 1, 1),
                new Trial(StubJmpirun.program("Hangs"), "socket", 2, 1, 1),
                new Trial(StubJmpirun.program("Passes"), "socket", 2, 2, 1));
        assertEquals(trials.get(0), first(1, trials));
    }

    @Test
    void severalRunAtOnce() throws Exception {
        List<Trial> trials = List.of(
                new Trial(StubJmpirun.program("Hangs"), "socket", 2, 1, 1),
                new Trial(StubJmpirun.program("Passes"), "socket", 2, 1, 1));
        assertEquals(trials.get(1), first(2, trials));
    }

    @Test
    void aJmpirunThatIsNotThereIsNoOutcome() {
        Launcher launcher = new Launcher(List.of("/no/such/jmpirun"), "programs.jar", GRACE);
        List<Outcome> outcomes = new ArrayList<>();
        try (Jobs jobs = new Jobs(launcher, 1)) {
            List<Trial> trials = List.of(new Trial(StubJmpirun.program("Passes"), "socket", 2, 1, 1));
            assertThrows(IOException.class, () -> jobs.run(trials, outcomes::add));
        }
        assertFalse(outcomes.iterator().hasNext());
    }
}
