package org.jmpi.comm.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecordingTest {
    @Test
    void aRepositoryBeginsWithoutTheChunksOfAnEarlierProcess(@TempDir Path folder) throws IOException {
        Path repository = folder.resolve("new/rank-0.repository");
        assertEquals(repository, FlightRecording.empty(repository));
        Files.createFile(Files.createDirectory(repository.resolve("2026_01_01_00_00_00_17"))
                .resolve("a.jfr"));
        FlightRecording.empty(repository);
        try (Stream<Path> left = Files.list(repository)) {
            assertEquals(List.of(), left.toList());
        }
    }
}
