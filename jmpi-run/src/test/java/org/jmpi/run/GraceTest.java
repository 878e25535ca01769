package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jmpi.run.program.JavaCommand;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shutdown hooks of ranks whose job the user or a batch system ends. */
@Tag("job")
@Timeout(180)
class GraceTest {
    private static final String INTERRUPTED = "jmpirun: interrupted: all ranks ended";

    private static Launch ready(String transport, List<String> options, String... args) throws Exception {
        Launch launch = Launch.program(GraceProgram.class, 2, transport, options, args);
        launch.awaitOut("(ready\n){2}");
        return launch;
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"shm", "socket", "threads"})
    void hooksRunToTheirEnds(String transport) throws Exception {
        try (Launch launch = ready(transport, List.of(), "0", "5")) {
            launch.signal("TERM");
            launch.expect(143);
            assertTrue(launch.out().contains("saved 0\n") && launch.out().contains("saved 1\n"), launch.out());
            List<String> said = launch.said();
            assertEquals(INTERRUPTED, said.get(said.size() - 1));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void hooksThatAreCutAreNamed(String transport) throws Exception {
        try (Launch launch = ready(transport, List.of("-Djmpi.end.grace.s=1"), "0", "600")) {
            launch.signal("HUP");
            launch.expect(129);
            String who = transport.equals("threads") ? "the JVM of ranks 0 to 1" : "rank 1";
            String line = "jmpirun: " + who + " was killed in its shutdown hooks after [0-9]+ s: "
                    + "jmpi.end.grace.s sets a longer time";
            assertTrue(launch.said().stream().anyMatch(said -> said.matches(line)), launch.err());
        }
    }

    @Test
    @Tag("full")
    void aSecondInterruptEndsAllAtOnce() throws Exception {
        List<String> options = List.of("-Djmpi.end.grace.s=3600");
        try (Launch launch = ready("shm", options, "0", "3000")) {
            launch.signal("INT");
            launch.awaitOut(".*saving\n.*saving\n.*");
            // The launcher tells of its wait once it looks for the second signal.
            assertTrue(launch.hasErr(".*have 3600 s for their shutdown hooks .*", 60));
            launch.signal("INT");
            launch.expect(130);
            assertTrue(
                    launch.said().stream()
                            .anyMatch(line -> line.matches("jmpirun: rank 1 was killed in its shutdown hooks after "
                                    + "[0-9]+ s: interrupted again")),
                    launch.err());
        }
    }

    @Test
    @Tag("full")
    void theTimeStaysShortAfterAFailure() throws Exception {
        List<String> options = List.of("-Djmpi.end.grace.s=3600");
        try (Launch launch = ready("shm", options, "0", "3000")) {
            ProcessHandle rank = launch.handle()
                    .children()
                    .filter(child ->
                            child.info().command().filter(JavaCommand::is).isPresent())
                    .findFirst()
                    .orElseThrow();
            rank.destroyForcibly();
            launch.expect(137);
        }
    }
}
