package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls in shutdown hooks of the program, which run at the same time as those of JMPI: they return or throw. */
@Tag("job")
@Timeout(60)
class ShutdownHookTest {
    private static Launch hooks(String transport, String... args) throws IOException {
        return Launch.program(
                HookProgram.class, 2, transport, List.of("-Djmpi.linger.s=2", "-Djmpi.end.grace.s=2"), args);
    }

    /** Runs a hook in each of two ranks, and returns what they print. */
    private static List<String> run(String transport, String... args) throws Exception {
        try (Launch launch = hooks(transport, args)) {
            launch.expect(0);
            assertEquals("", launch.err());
            return launch.out().lines().sorted().toList();
        }
    }

    @ParameterizedTest
    @CsvSource({"shm, exit", "socket, return", "rmi, exit"})
    void ranksFinalizeInHooks(String transport, String end) throws Exception {
        assertEquals(List.of("Finalize 0: done", "Finalize 1: done"), run(transport, "Finalize", end));
    }

    @Test
    void ranksTalkInHooks() throws Exception {
        assertEquals(List.of("exchange 0: done", "exchange 1: done"), run("socket", "exchange", "return"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"return", "exit"})
    @Tag("full")
    void theHooksOfRanksOfOneJvmComeTooLate(String end) throws Exception {
        List<String> lines = run("threads", "Finalize", end);
        assertEquals(2, lines.size(), lines::toString);
        for (String line : lines)
            assertTrue(line.contains("has ended: call MPI.Finalize before that, not in a shutdown hook"), line);
    }

    @ParameterizedTest
    @CsvSource({"shm, receive, return", "rmi, receive, exit", "socket, test, exit"})
    @Tag("full")
    void whatNeverComesFails(String transport, String what, String end) throws Exception {
        List<String> lines = run(transport, what, end);
        assertEquals(2, lines.size(), lines::toString);
        // A hook that waits uses up the linger time. Then no time may be left to send the departure: the peer is lost.
        for (String line : lines)
            assertTrue(
                    line.matches(
                            what + " [01]: MPI.ERR_(OTHER|PROC_FAILED): .*(JVM that is ending|has ended| failed: ).*"),
                    line);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void aThreadThatAHookJoinsIsLetGo(String transport) throws Exception {
        try (Launch launch = hooks(transport, "join", "exit")) {
            launch.expect(0);
            assertEquals(
                    List.of("join 0: done", "join 1: done"),
                    launch.out().lines().sorted().toList());
        }
    }

    @Tag("full")
    @ParameterizedTest
    @CsvSource({"shm, Recv", "socket, Init", "rmi, joined"})
    void aCallThatEndsWithTheJvmShowsNoStack(String transport, String what) throws Exception {
        try (Launch launch = Launch.program(SlowEndProgram.class, 2, transport, List.of(), what)) {
            launch.expect(0);
            assertEquals("", launch.err());
        }
    }

    @Test
    @Tag("full")
    void onlyOneHookFinalizes() throws Exception {
        List<String> lines = run("socket", "Finalize", "Finalize", "exit");
        List<String> expected = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++)
            for (String end : List.of("MPI.ERR_OTHER: MPI.Finalize has been called", "done"))
                expected.add("Finalize " + rank + ": " + end);
        assertEquals(expected, lines);
    }

    @Test
    @Tag("full")
    void theWorldDoesNotBeginAgainInAHook() throws Exception {
        for (String line : run("shm", "after Finalize", "return"))
            assertTrue(
                    line.matches("after Finalize [01]: MPI.ERR_OTHER: .*(this JVM is ending|a JVM that is ending).*"),
                    line);
    }

    @Test
    @Tag("full")
    void aHookAborts() throws Exception {
        try (Launch launch = hooks("shm", "abort", "return")) {
            launch.expect(7);
            assertTrue(launch.said().get(0).matches("jmpirun: rank [01] called MPI.Abort with code 7"), launch.err());
        }
    }

    @Test
    @Tag("full")
    void aFatalErrorInAHookEndsTheJob() throws Exception {
        try (Launch launch = hooks("shm", "fatal", "exit")) {
            launch.expect(1);
            assertTrue(launch.said().get(0).contains("failed: mpi.MPIException: MPI.ERR_RANK"), launch.err());
        }
    }
}
