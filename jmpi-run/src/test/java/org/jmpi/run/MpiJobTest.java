package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** MPI programs under jmpirun, over each transport: their results, and what becomes of a job when a rank fails. */
@Timeout(120)
class MpiJobTest {
    /** The time in ns in which a failed job is over: two seconds for the ranks, the rest for a busy machine. */
    private static final long OVER_NANOS = 20_000_000_000L;

    private static Launch launch(int ranks, String transport, String... args) throws IOException {
        return Launch.program(MpiProgram.class, ranks, transport, List.of(), args);
    }

    @ParameterizedTest
    @CsvSource({"threads, 1", "threads, 2", "threads, 4", "socket, 1", "socket, 2", "socket, 3", "socket, 4"})
    void everythingIsRight(String transport, int ranks) throws Exception {
        try (Launch launch = launch(ranks, transport, "everything")) {
            launch.expect(0);
            assertEquals("everything is right on " + ranks + " ranks\n", launch.out());
            assertEquals("", launch.err());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void aFloodStaysInOrderAndInMemory(String transport) throws Exception {
        try (Launch launch = launch(2, transport, "flood")) {
            launch.expect(0);
            assertEquals("all in order\n", launch.out());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void aTruncatedMessageIsConsumed(String transport) throws Exception {
        try (Launch launch = launch(2, transport, "truncate")) {
            launch.expect(0);
            assertEquals("truncated\n", launch.out());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void ranksHaveTheirOwnStatics(String transport) throws Exception {
        try (Launch launch = launch(3, transport, "statics")) {
            launch.expect(0);
            assertEquals("own statics\n", launch.out());
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
    @Tag("full")
    @CsvSource(
            delimiter = ';',
            value = {
                "socket; throw; 1; jmpirun: rank 2 failed: java.lang.IllegalStateException: boom",
                "socket; exit; 3; jmpirun: rank 2 ended with exit code 3 (System.exit)",
                "socket; abort; 5; jmpirun: rank 2 called MPI.Abort with code 5",
                "socket; kill; 137; jmpirun: rank 2 was killed by signal 9 (SIGKILL)",
                "rmi; kill; 137; jmpirun: rank 2 was killed by signal 9 (SIGKILL)",
                "rmi-kryo; kill; 137; jmpirun: rank 2 was killed by signal 9 (SIGKILL)",
                "socket; memory; 1; jmpirun: rank 2: out of memory: Java heap space (-Xmx sets its size)",
                "threads; throw; 1; jmpirun: rank 2 failed: java.lang.IllegalStateException: boom",
                "threads; exit; 3; jmpirun: rank 2 ended with exit code 3 (System.exit)",
                "threads; abort; 5; jmpirun: rank 2 called MPI.Abort with code 5",
                "threads; memory; 1; jmpirun: rank 2: out of memory: Java heap space (-Xmx sets its size)",
            })
    void aRankThatFailsEndsTheJob(String transport, String how, int code, String said) throws Exception {
        long start = System.nanoTime();
        try (Launch launch = launch(4, transport, how, "2")) {
            launch.expect(code);
            assertEquals(List.of(said), launch.said(), launch.err());
            assertTrue(System.nanoTime() - start < OVER_NANOS, "took long");
        }
    }

    @ParameterizedTest
    @Tag("full")
    @CsvSource({"threads, 2", "threads, 5", "socket, 2", "socket, 4"})
    void mandelbrotIsTheSameForAnyNumberOfRanks(String transport, int ranks, @TempDir Path folder) throws Exception {
        Path picture = folder.resolve("picture.png");
        String[] words = {
            "-np",
            "" + ranks,
            "--transport",
            transport,
            "mandelbrot",
            "--size",
            "128",
            "--verify",
            "--output",
            "" + picture
        };
        try (Launch launch = Launch.start(words)) {
            launch.expect(0);
            assertTrue(launch.out().contains("verified"), launch.out());
            assertTrue(Files.size(picture) > 0);
        }
    }
}
