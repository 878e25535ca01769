package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code jmpirun --train} refuses; that it works is tested where there is a distribution. */
class TrainingTest {
    @TempDir
    private Path folder;

    private static String refused(String option, String... words) throws Exception {
        try (Launch launch = Launch.withOption(option, words).expect(2)) {
            return launch.err();
        }
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamedWithAWayOut() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        String err = refused("-Djmpi.archives.folders=" + file + ":" + file.resolve("archives"), "--train");
        assertTrue(
                err.startsWith("jmpirun: --train: cannot write to " + file + " (FileAlreadyExistsException), nor to "),
                err);
        assertTrue(err.contains("set JMPI_CACHE to the absolute path of another folder"), err);
        assertEquals(List.of("file"), names(folder));
    }

    /** As on a full disk. */
    @Tag("full")
    @Test
    void aTrainingRunThatFailsLeavesNothing() throws Exception {
        String option = "JDK_JAVA_OPTIONS='-Djmpi.archives.folders=" + folder + "'";
        try (Launch launch =
                Launch.shell("ulimit -f 2000; " + option + " \"$@\" --train").expect(2)) {
            String start = "jmpirun: --train: the training run over auto on " + System.getProperty("java.home");
            assertTrue(launch.err().contains(start + " has left no archive (exit code "), launch.err());
        }
        assertEquals(List.of(), names(folder));
    }

    @Test
    void archivesThatAreSwitchedOffAreNotMade() throws Exception {
        String err = refused("-Da=b", "--train");
        assertTrue(err.contains("switched off (JMPI_CACHE=off)"), err);
    }

    @Test
    void aProgramIsRefused() throws Exception {
        assertEquals(
                "jmpirun: --train runs a program of its own, not hello 1",
                refused("-Djmpi.archives.folders=" + folder, "--train", "hello", "1")
                        .strip());
    }

    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
