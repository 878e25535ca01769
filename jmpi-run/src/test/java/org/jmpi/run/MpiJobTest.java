package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import mpi.MPI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** MPI programs under jmpirun, over each transport: their results, and what becomes of a job when a rank fails. */
@Timeout(120)
class MpiJobTest {
    /**
     * The time in ns from the failure of a rank to the end of the job: two seconds for the ranks, the rest for a busy
     * machine.
     */
    private static final long OVER_NANOS = 15_000_000_000L;

    private static Launch launch(int ranks, String transport, String... args) throws IOException {
        return Launch.program(MpiProgram.class, ranks, transport, List.of(), args);
    }

    @ParameterizedTest
    @CsvSource({"threads, 4", "socket, 3"})
    void everythingIsRight(String transport, int ranks) throws Exception {
        try (Launch launch = launch(ranks, transport, "everything")) {
            launch.expect(0);
            assertEquals("everything is right on " + ranks + " ranks\n", launch.out());
            assertEquals("", launch.err());
        }
    }

    /** The slots of the hosts, or the ranks if these are more; an attribute of the world alone. */
    @ParameterizedTest
    @CsvSource({"threads, 5, 5", "shm, 5, 5", "shm, 1, 2"})
    void theUniverseHasTheSlotsOfTheHosts(String transport, int slots, int size) throws Exception {
        List<String> options = List.of("-H", "localhost:" + slots, "--oversubscribe");
        try (Launch launch = Launch.program(MpiProgram.class, 2, transport, options, "universe")) {
            launch.expect(0);
            assertEquals((size + " " + MPI.UNDEFINED + "\n").repeat(2), launch.out());
            assertEquals("", launch.err());
        }
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"shm", "socket"})
    void theOtherRanksGoOnIfTheyAreTo(String transport) throws Exception {
        try (Launch launch = Launch.program(SurvivorProgram.class, 4, transport, List.of("--continue"))) {
            assertTrue(launch.hasErr(".*go on.*", 40), launch::err);
            launch.stdin().close();
            launch.expect(3);
            String line = "failed ".repeat(13) + "pending failed 3 3 1 lost fffffff4 fffffff4 3 left 3\n";
            assertEquals(line.repeat(3), launch.out());
            String said = "rank 2 ended with exit code 3 (System.exit)";
            assertEquals(
                    List.of("jmpirun: " + said + "; the other ranks go on (--continue)", "jmpirun: " + said),
                    launch.said());
        }
    }

    /** The lost rank has a lock; the windows are of use to the others. */
    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"shm", "socket", "rmi"})
    void windowsOutliveARank(String transport) throws Exception {
        try (Launch launch = Launch.program(WindowSurvivorProgram.class, 4, transport, List.of("--continue"))) {
            assertTrue(launch.hasErr(".*go on.*", 40), launch::err);
            launch.stdin().close();
            launch.expect(3);
            assertEquals(("over failed failed none none 1 none ".repeat(2).strip() + "\n").repeat(3), launch.out());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    @Tag("full")
    void aFloodStaysInOrderAndInMemory(String transport) throws Exception {
        try (Launch launch = launch(2, transport, "flood")) {
            launch.within(110).expect(0);
            assertEquals("all in order\n", launch.out());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    @Tag("stress")
    void aMessageOfThreeGibibytesArrivesIntact(String transport) throws Exception {
        try (Launch launch = Launch.program(MpiProgram.class, 2, transport, List.of("-Xmx8g"), "huge")) {
            launch.expect(0);
            assertEquals("intact\n", launch.out());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "socket; throw; 1; jmpirun: rank 2 failed: java.lang.IllegalStateException: boom",
                "socket; kill; 137; jmpirun: rank 2 was killed by signal 9 (SIGKILL)",
                "threads; throw; 1; jmpirun: rank 2 failed: java.lang.IllegalStateException: boom",
            })
    void aRankThatFailsEndsTheJob(String transport, String how, int code, String said) throws Exception {
        try (Launch launch = launch(4, transport, how, "2")) {
            launch.awaitOut("fails\n");
            long start = System.nanoTime();
            launch.expect(code);
            assertEquals(List.of(said), launch.said(), launch.err());
            assertTrue(System.nanoTime() - start < OVER_NANOS, "took long");
        }
    }

    @ParameterizedTest
    @Tag("full")
    @CsvSource({
        "rmi, kill, 137, rank 2 was killed by signal 9 (SIGKILL)",
        "rmi-kryo, kill, 137, rank 2 was killed by signal 9 (SIGKILL)",
        "socket, memory, 1, rank 2: out of memory: Java heap space (-Xmx sets its size)",
        "threads, memory, 1, the JVM of ranks 0 to 3: out of memory: Java heap space (-Xmx sets its size)"
    })
    void soDoesOneOfAnotherTransportAndOneOutOfMemory(String transport, String how, int code, String said)
            throws Exception {
        aRankThatFailsEndsTheJob(transport, how, code, "jmpirun: " + said);
    }

    @Test
    void aToolThatIsShippedRunsByItsName(@TempDir Path folder) throws Exception {
        String[] words = ("-np 4 --transport socket mandelbrot --size 128 --verify --output picture.png").split(" ");
        try (Launch launch = Launch.start(folder, Map.of(), words)) {
            launch.expect(0);
            assertTrue(launch.out().contains("verified"), launch.out());
            assertTrue(Files.size(folder.resolve("picture.png")) > 0);
        }
    }
}
