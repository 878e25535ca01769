package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that ranks spawn. */
@Timeout(120)
class SpawnTest {
    private static Launch launch(int ranks, String transport, List<String> options, String... args) throws Exception {
        return Launch.program(SpawnProgram.class, ranks, transport, options, args);
    }

    private static void run(int ranks, String transport, String out, String... args) throws Exception {
        try (Launch launch = launch(ranks, transport, List.of(), args)) {
            launch.expect(0);
            assertEquals(out + "\n", launch.out());
            assertEquals("", launch.err());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "socket"})
    void bothWorldsExchangeMessages(String transport) throws Exception {
        run(2, transport, "talked", "talk");
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "auto", "rmi"})
    @Tag("job")
    void ranksOfEachKindSpawnProcesses(String transport) throws Exception {
        run(2, transport, "talked", "talk");
    }

    @Test
    void whatDoesNotStartFailsTheCallAlone() throws Exception {
        run(2, "shm", "all failed", "errors");
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "socket"})
    @Tag("job")
    void theFailureOfASpawnedWorldIsItsParentsBusiness(String transport) throws Exception {
        try (Launch launch = launch(2, transport, List.of(), "die")) {
            launch.expect(9);
            assertEquals("went on\n", launch.out());
            assertEquals(List.of("jmpirun: spawned world: rank 1 ended with exit code 9 (System.exit)"), launch.said());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "socket"})
    @Tag("job")
    void aProcessThatEndsWithoutFinalizeHasFailed(String transport) throws Exception {
        try (Launch launch = launch(2, transport, List.of(), "leave")) {
            launch.expect(5);
            assertEquals("went on\n", launch.out());
            assertEquals(List.of("jmpirun: spawned world: rank 0 ended with exit code 5 (System.exit)"), launch.said());
        }
    }

    @Test
    @Tag("job")
    void worldsEndOfWhichOneHasFreedTheCommunicator() throws Exception {
        run(2, "shm", "finalizes", "free");
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "socket", "threads", "rmi"})
    @Tag("full")
    @Timeout(300)
    void aJobGrowsAndShrinksTenTimes(String transport) throws Exception {
        try (Launch launch = launch(2, transport, List.of(), "grow")) {
            launch.within(280).expect(0);
            assertEquals("grew ten times\n", launch.out());
            assertEquals("", launch.err());
        }
    }

    @Test
    @Tag("job")
    void hintsAreHeeded(@TempDir Path folder) throws Exception {
        List<String> options = List.of("-Dinherited=kept");
        try (Launch launch =
                launch(1, "shm", options, "hints", folder.toRealPath().toString())) {
            launch.expect(0);
            assertEquals("heeded\n", launch.out());
        }
    }

    @Test
    @Tag("job")
    void severalProgramsAreOneWorld() throws Exception {
        try (Launch launch = launch(1, "shm", List.of("-Dinherited=kept"), "several")) {
            launch.expect(0);
            assertEquals("several\n", launch.out());
        }
    }

    @Test
    @Tag("job")
    void spawnedProcessesSpawnOthers() throws Exception {
        run(1, "shm", "deepest 2", "grandchildren");
    }

    @Test
    @Tag("job")
    void aCommunicatorOfTwoWorldsIsRevoked() throws Exception {
        run(1, "shm", "revoked", "revoke");
    }

    @Test
    @Tag("job")
    void theJobEndsItsSpawnedWorlds() throws Exception {
        try (Launch launch = launch(1, "shm", List.of("--timeout", "20"), "wait")) {
            launch.expect(110);
            assertEquals("waits\n", launch.out());
            assertTrue(launch.err().contains("spawned world"), launch::err);
            assertTrue(launch.err().contains("Recv(source=0, tag=1)"), launch::err);
        }
    }

    /** Nobody disconnects, and the new process sends more than its connection holds before it ends. */
    @ParameterizedTest
    @ValueSource(strings = {"shm", "socket", "rmi"})
    @Tag("full")
    void whatWasSentBeforeFinalizeArrives(String transport) throws Exception {
        try (Launch launch = launch(1, transport, List.of("-Djmpi.linger.s=0"), "late")) {
            launch.expect(0);
            assertEquals("all came\n", launch.out());
        }
    }

    @Test
    @Tag("job")
    void aLoneProgramSpawnsProcesses() throws Exception {
        Process lone = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SpawnProgram.class.getName(),
                        "lone")
                .redirectErrorStream(true)
                .start();
        try {
            lone.getOutputStream().close();
            String output = new String(lone.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, lone.waitFor(), output);
            assertEquals("a child speaks\nspawned twice\n", output);
        } finally {
            lone.destroyForcibly();
        }
    }
}
