package org.jmpi.bench.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MachineTest {
    @Test
    void notesAreCompleteAndOfOneLine() {
        Map<String, String> notes = Machine.notes();
        assertEquals(List.of("JDK", "OS", "CPU", "cores", "memory", "date"), List.copyOf(notes.keySet()));
        notes.forEach((name, note) -> assertTrue(!note.isBlank() && note.lines().count() == 1, name + ": " + note));
        assertTrue(notes.get("memory").matches("\\d+\\.\\d GiB"), notes.get("memory"));
    }

    @Test
    void linesAreNumberedInColumns() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        NumberedLines lines = new NumberedLines(10, new PrintStream(out, false, StandardCharsets.UTF_8));
        lines.tell("one");
        lines.tell("two");
        assertEquals(
                List.of("[ 1/10] one", "[ 2/10] two"),
                out.toString(StandardCharsets.UTF_8).lines().toList());
    }

    @Test
    void thePlaceOfAClassHoldsIt() {
        assertTrue(Files.exists(Path.of(CodePlace.of(MachineTest.class), "org/jmpi/bench/jobs/MachineTest.class")));
        assertFalse(CodePlace.of(Machine.class).equals(CodePlace.of(MachineTest.class)));
    }
}
