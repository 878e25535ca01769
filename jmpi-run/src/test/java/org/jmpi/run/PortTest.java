package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that connect by ports. */
@Timeout(120)
class PortTest {
    @TempDir
    Path home;

    private Launch launch(int ranks, String transport, String... args) throws Exception {
        Map<String, String> environment =
                Map.of("JMPI_USER_FOLDER", home.resolve("own").toString());
        List<String> words = List.of(
                "-np",
                "" + ranks,
                "--transport",
                transport,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                Launch.testClasses(),
                PortProgram.class.getName());
        return Launch.start(
                Path.of(""),
                environment,
                Stream.concat(words.stream(), Stream.of(args)).toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource({"shm, shm"})
    void twoJobsConnect(String one, String other) throws Exception {
        try (Launch accepts = launch(2, one, "accept")) {
            accepts.awaitOut("open\\R");
            try (Launch connects = launch(3, other, "connect")) {
                connects.expect(0);
                assertEquals("talked\ntalked\n", connects.out());
                assertEquals("", connects.err());
            }
            accepts.expect(0);
            assertEquals("open\ntalked\ntalked\n", accepts.out());
            assertEquals("", accepts.err());
        }
        try (Stream<Path> left = Files.list(home.resolve("own"))) {
            assertEquals(
                    List.of("port.key", "services.lock"),
                    left.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    /** A rank of the other job is killed while its root is in Connect: Accept fails, and the job goes on. */
    @Test
    @Tag("job")
    void acceptFailsWhenTheOtherGroupDies() throws Exception {
        try (Launch accepts = launch(2, "shm", "outlive")) {
            accepts.awaitOut("open\\R");
            try (Launch connects = launch(2, "shm", "die")) {
                connects.expect(9);
            }
            accepts.awaitOut("open\\Rwent on\\R");
            try (Launch connects = launch(3, "shm", "connect")) {
                connects.expect(0);
            }
            accepts.expect(0);
        }
    }

    @ParameterizedTest
    @Tag("full")
    @CsvSource({"threads, auto", "socket, socket"})
    void twoJobsConnectOverOtherTransports(String one, String other) throws Exception {
        twoJobsConnect(one, other);
    }

    @Test
    void whatIsNoPortAndNoServiceFails() throws Exception {
        try (Launch launch = launch(2, "shm", "errors")) {
            launch.expect(0);
            assertEquals("all failed\n", launch.out());
        }
    }

    @Test
    void aKeyThatOthersCanReadIsRefused() throws Exception {
        Path own = Files.createDirectory(
                home.resolve("own"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path key = Files.write(own.resolve("port.key"), new byte[32]);
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        try (Launch launch = launch(2, "shm", "accept")) {
            launch.expect(1);
            assertTrue(launch.err().contains("chmod 600"), launch::err);
        }
    }
}
