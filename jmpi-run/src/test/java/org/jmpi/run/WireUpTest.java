package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that no jmpirun starts: they find each other by {@link FolderProvider}. */
@Tag("job")
@Timeout(120)
class WireUpTest {
    private static final long LIMIT_SECONDS = 50;

    @TempDir
    private Path folder;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    private void start(int ranks, String transport, String... args) throws IOException {
        Files.writeString(
                folder.resolve(FolderProvider.SECRET), JobSecret.create().toHex());
        for (int rank = 0; rank < ranks; rank++) start(rank, ranks, transport, args);
    }

    private void start(int rank, int size, String transport, String... args) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                classPath(),
                WireUpProgram.class.getName()));
        words.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectOutput(folder.resolve("out" + rank).toFile())
                .redirectError(folder.resolve("err" + rank).toFile());
        builder.environment().put(FolderProvider.FOLDER, folder.toString());
        builder.environment().put(FolderProvider.RANK, "" + rank);
        builder.environment().put(FolderProvider.SIZE, "" + size);
        builder.environment().put(FolderProvider.TRANSPORT, transport);
        processes.add(builder.start());
    }

    private static String classPath() throws IOException {
        try (Stream<Path> jars = Files.list(Lib.folder())) {
            return jars.filter(Files::isRegularFile).map(Path::toString).collect(Collectors.joining(File.pathSeparator))
                    + File.pathSeparator
                    + Launch.testClasses();
        }
    }

    private int exitCode(int rank) throws Exception {
        assertTrue(processes.get(rank).waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "rank " + rank + " did not end");
        return processes.get(rank).exitValue();
    }

    private String out(int rank) throws IOException {
        return Files.readString(folder.resolve("out" + rank));
    }

    private String err(int rank) throws IOException {
        return Files.readString(folder.resolve("err" + rank));
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "socket"})
    void ranksFindEachOtherByTheProvider(String transport) throws Exception {
        start(3, transport);
        for (int rank = 0; rank < 3; rank++) {
            assertEquals(0, exitCode(rank), err(rank));
            assertEquals("rank " + rank + " of 3, sum 6\n", out(rank));
            assertEquals("", err(rank));
        }
    }

    @Test
    void aRankThatCannotJoinSaysWhyAndIsNoWorldOfOne() throws Exception {
        start(0, 2, "socket");
        assertEquals(1, exitCode(0));
        assertTrue(
                err(0).contains("cannot join the job that this process was started for: folder of a test: " + folder),
                err(0));
        assertEquals("", out(0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "abort; socket; 7; rank 1 called MPI.Abort with code 7",
                "throw; auto; 1; rank 1 failed: java.lang.IllegalStateException: boom",
                "memory; socket; 1; rank 1 failed: java.lang.OutOfMemoryError: Java heap space",
            })
    void aRankThatFailsEndsTheJob(String how, String transport, int code, String cause) throws Exception {
        start(4, transport, how);
        for (int rank = 0; rank < 4; rank++) {
            assertEquals(code, exitCode(rank), err(rank));
            String line = rank == 1 ? "jmpi: " + cause + "\n" : "jmpi: rank " + rank + " ends: " + cause + "\n";
            assertTrue(err(rank).startsWith(line), err(rank));
            if (rank != 1) assertEquals(line, err(rank));
        }
        assertEquals(code + " " + cause, Files.readString(folder.resolve(FolderProvider.ABORTED)));
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"auto", "socket"})
    void aRankThatIsKilledEndsTheJob(String transport) throws Exception {
        start(4, transport, "kill");
        assertEquals(137, exitCode(1));
        for (int rank : new int[] {0, 2, 3}) {
            assertEquals(1, exitCode(rank), err(rank));
            assertTrue(err(rank).matches("jmpi: rank . ends: rank 1 on .* failed: .*\n"), err(rank));
        }
        assertTrue(Files.readString(folder.resolve(FolderProvider.ABORTED)).startsWith("1 rank 1 on "));
    }

    @Test
    void afterFinalizeNobodyEndsAnybody() throws Exception {
        start(3, "socket", "after Finalize");
        assertEquals(1, exitCode(1));
        for (int rank : new int[] {0, 2}) {
            processes.get(rank).getOutputStream().close();
            assertEquals(0, exitCode(rank), err(rank));
            assertTrue(out(rank).endsWith("rank " + rank + " goes on after Finalize\n"), out(rank));
        }
        assertFalse(Files.exists(folder.resolve(FolderProvider.ABORTED)));
    }
}
