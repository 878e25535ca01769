package org.jmpi.ibm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the suite makes of programs that fail and hang, with the jmpirun that has been packed. */
@Tag("full")
class TroubleTest {
    private static final Launcher LAUNCHER = new Launcher(
            List.of(Path.of("target/jmpi/bin/jmpirun").toAbsolutePath().toString()),
            Path.of("target/test-classes").toAbsolutePath().toString(),
            Duration.ofSeconds(30));

    /** Runs a series with these lines of a table. */
    private static List<Outcome> run(String transport, String... lines) throws Exception {
        List<Trial> trials = Stream.of(lines)
                .map(line -> new Trial(Program.parse(line), transport, 2, 1, 1))
                .toList();
        List<Outcome> outcomes = new ArrayList<>();
        try (Jobs jobs = new Jobs(LAUNCHER, 1)) {
            jobs.run(List.of(new Series(trials)), outcomes::add);
        }
        assertEquals(trials, outcomes.stream().map(Outcome::trial).toList());
        return outcomes;
    }

    private static void assertHas(String part, Outcome outcome) {
        assertTrue(outcome.output().contains(part), outcome::output);
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void aFailureComesWithItsStackAndItsRank(String transport) throws Exception {
        List<Outcome> outcomes = run(transport, "pt2pt/ssend 2 30", "trouble/fails 2 30", "ccl/bcast 2 30");
        for (int i : new int[] {0, 2}) assertTrue(outcomes.get(i).passed(), outcomes::toString);
        Outcome outcome = outcomes.get(1);
        assertEquals(Outcome.State.FAILED, outcome.state(), outcome::output);
        assertEquals("exit code 1, expected 0", outcome.reason());
        assertHas("at org.jmpi.ibm.trouble.Fails.main", outcome);
        assertHas("jmpirun: rank 1 failed: java.lang.AssertionError: sum: expected 3, got 4", outcome);
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void aHangComesWithTheStacksOfAllRanks(String transport) throws Exception {
        Outcome outcome = run(transport, "trouble/hangs 2 5").get(0);
        assertEquals(Outcome.State.HUNG, outcome.state(), outcome::output);
        assertEquals("not done after 5 s", outcome.reason());
        // Equal stacks are shown once; those of processes may differ by the names of hidden classes.
        int stacks = outcome.output().contains("ranks 0, 1: ") ? 1 : 2;
        assertEquals(stacks, outcome.output().split("trouble.Hangs.main", -1).length - 1, outcome::output);
    }
}
