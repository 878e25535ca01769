package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The files of a recorded job. */
@Tag("full")
@Timeout(120)
class RecordTest {
    private static final Set<String> USUAL =
            Set.of("org.jmpi.Rank", "org.jmpi.Send", "org.jmpi.Receive", "org.jmpi.Collective", "org.jmpi.RankEnd");

    @TempDir
    Path folder;

    private static Set<String> names(Path recording) throws IOException {
        return RecordingFile.readAllEvents(recording).stream()
                .map(event -> event.getEventType().getName())
                .collect(Collectors.toSet());
    }

    @Test
    void eachProcessLeavesItsRecording() throws Exception {
        try (Launch launch = Launch.program(
                MpiProgram.class,
                3,
                "auto",
                List.of("--threads-per-process", "2", "--record", folder.toString()),
                "everything")) {
            launch.expect(0);
            assertEquals("", launch.err());
        }
        Set<String> files = new TreeSet<>();
        try (Stream<Path> all = Files.list(folder)) {
            all.forEach(file -> files.add(file.getFileName().toString()));
        }
        assertEquals(Set.of("job.properties", "rank-0.jfr", "rank-2.jfr"), files);
        for (String file : List.of("rank-0.jfr", "rank-2.jfr")) {
            Set<String> names = names(folder.resolve(file));
            assertTrue(names.containsAll(USUAL), () -> file + " has " + names);
        }
        List<String> properties = Files.readAllLines(folder.resolve("job.properties"));
        assertTrue(properties.containsAll(List.of("ranks=3", "processes=2", "exitCode=0")), properties::toString);
    }
}
