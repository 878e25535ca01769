package org.jmpi.run.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.run.system.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingFolderTest {
    @TempDir
    Path path;

    private void repository(int rank, Map<String, String> chunks) throws IOException {
        Path folder = Files.createDirectories(path.resolve("rank-" + rank + ".repository/2026_01_01_00_00_00_17"));
        for (var chunk : chunks.entrySet()) Files.writeString(folder.resolve(chunk.getKey()), chunk.getValue());
    }

    @Test
    void theRepositoryOfAKilledProcessBecomesItsRecording() throws IOException {
        RecordingFolder folder = new RecordingFolder(path);
        Files.write(folder.file(3), new byte[5]);
        repository(
                3,
                Map.of(
                        "2026_01_01_00_00_09.jfr", "first ",
                        "2026_01_01_00_00_10.jfr", "second ",
                        "2026_01_01_00_00_10_01.jfr", "third",
                        "lock", "no chunk"));
        folder.complete(3);
        assertEquals("first second third", Files.readString(folder.file(3)));
        assertTrue(folder.has(3));
        assertFalse(Files.exists(path.resolve("rank-3.repository")));
    }

    @Test
    void aRecordingThatItsProcessHasWrittenStays() throws IOException {
        RecordingFolder folder = new RecordingFolder(path);
        Files.write(folder.file(0), new byte[] {1, 2});
        repository(0, Map.of());
        folder.complete(0);
        folder.complete(1);
        assertArrayEquals(new byte[] {1, 2}, Files.readAllBytes(folder.file(0)));
        assertTrue(folder.has(0));
        assertFalse(folder.has(1));
        assertFalse(Files.exists(path.resolve("rank-0.repository")));
    }

    @Test
    void aNewJobRemovesTheRecordingsOfTheLastOneAlone() throws IOException {
        for (String name : List.of("rank-7.jfr", "job.properties", "report.html", "rank-7.txt", "mine.jfr"))
            Files.write(path.resolve(name), new byte[1]);
        repository(2, Map.of("a.jfr", "of a jmpirun that was killed"));
        assertEquals(path, RecordingFolder.make("--record", path.toString()).path());
        try (Stream<Path> left = Files.list(path)) {
            assertEquals(
                    Set.of(path.resolve("rank-7.txt"), path.resolve("mine.jfr")), left.collect(Collectors.toSet()));
        }
    }

    @Test
    void theEndOfAJobHasItsCause() throws IOException {
        RecordingFolder folder = new RecordingFolder(path);
        folder.begin("abc");
        folder.end(137, "rank 2 was killed by signal 9 (SIGKILL)");
        assertTrue(folder.isOf("abc"));
        List<String> lines = Files.readAllLines(path.resolve("job.properties"));
        assertTrue(lines.containsAll(List.of("exitCode=137", "cause=rank 2 was killed by signal 9 (SIGKILL)")));
    }

    @Test
    void aFolderThatCannotBeMadeIsRefused() throws IOException {
        Path file = Files.write(path.resolve("file"), new byte[1]);
        BadInputException refused =
                assertThrows(BadInputException.class, () -> RecordingFolder.make("--report", file.toString()));
        String line = "--report " + file + ": cannot make the folder: " + file + ": file already exists";
        assertEquals(line, refused.getMessage());
    }

    @Test
    void aRelativeFolderIsThatOfTheProcessAlone() {
        assertNull(RecordingFolder.of(Map.of("JMPI_RECORD", "here")));
        assertNull(RecordingFolder.of(Map.of()));
        assertEquals(
                path, RecordingFolder.of(Map.of("JMPI_RECORD", path.toString())).path());
    }
}
