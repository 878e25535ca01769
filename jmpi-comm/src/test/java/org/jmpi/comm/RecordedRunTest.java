package org.jmpi.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedRunTest {
    private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

    @TempDir
    Path folder;

    @Test
    void aRunGoesOnWithThePartsThatAreMissing() throws Exception {
        Path file = folder.resolve("record");
        RecordedRun first = new RecordedRun(file, COMMIT);
        first.add("part 1", "passed");
        first.add("part 2", "failed: two\nlines");
        Files.writeString(file, "part 3", StandardOpenOption.APPEND);
        new RecordedRun(file, COMMIT).add("part 2", "passed");
        assertEquals(
                Map.of("commit", COMMIT, "part 1", "passed", "part 2", "passed"),
                new RecordedRun(file, COMMIT).parts());
        assertEquals("part 2\tfailed: two lines", Files.readAllLines(file).get(2));
    }

    @Test
    void theFirstLineIsTheCommit() throws Exception {
        Path file = folder.resolve("record");
        new RecordedRun(file, COMMIT).add("part 1", "passed");
        assertEquals(List.of("commit\t" + COMMIT, "part 1\tpassed"), Files.readAllLines(file));
    }

    @Test
    void aFileOfAnotherCommitIsRefused() {
        Path file = folder.resolve("record");
        new RecordedRun(file, COMMIT).add("part 1", "passed");
        String other = COMMIT.replace('0', '1');
        Throwable refused = assertThrows(IllegalArgumentException.class, () -> new RecordedRun(file, other));
        assertEquals(
                "jmpi.test.record: " + file + " is of commit " + COMMIT + ", and this is " + other
                        + "; name another file",
                refused.getMessage());
    }

    @Test
    void changesThatHaveNoCommitAreRefused() {
        Path file = folder.resolve("record");
        assertThrows(IllegalArgumentException.class, () -> new RecordedRun(file, COMMIT + "-dirty"));
        assertEquals(false, Files.exists(file));
    }
}
