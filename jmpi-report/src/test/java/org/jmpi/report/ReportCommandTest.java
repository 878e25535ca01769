package org.jmpi.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line of the tool. */
class ReportCommandTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return ReportCommand.run(new PrintWriter(out), new PrintWriter(err), args);
    }

    @Test
    void thePageLiesBesideTheRecordings() throws IOException {
        RecordedEvents.record(folder.resolve("rank-0.jfr"), () -> {
            RecordedEvents.began(0, 1);
            RecordedEvents.sent(0, 0, 7, 100);
            RecordedEvents.ended(0);
        });
        assertEquals(
                0, run(folder.toString(), "--trace", folder.resolve("t.json").toString()), err::toString);
        assertTrue(Files.readString(folder.resolve("report.html")).startsWith("<!DOCTYPE html>"));
        assertTrue(Files.exists(folder.resolve("t.json")));
        assertTrue(out.toString().contains("jmpirun report: " + folder.resolve("report.html") + ", "), out::toString);
    }

    @Test
    void badInputIsOneLine() {
        assertEquals(2, run(folder.toString()));
        assertEquals(
                "jmpirun report: " + folder + ": no recordings (rank-N.jfr): make them by jmpirun --record " + folder
                        + System.lineSeparator(),
                err.toString());
    }

    @Test
    void aFolderIsNeeded() {
        assertEquals(2, run());
        assertTrue(err.toString().startsWith("jmpirun report: Missing required parameter: 'DIR'"), err::toString);
    }

    @Test
    void helpListsTheOptions() {
        assertEquals(0, run("--help"));
        assertTrue(out.toString().startsWith("Usage: jmpirun report [-h] "), out::toString);
    }
}
