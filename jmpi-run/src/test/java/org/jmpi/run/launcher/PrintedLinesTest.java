package org.jmpi.run.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PrintedLinesTest {
    private static PrintedLines read(byte[] bytes) throws IOException {
        PrintedLines lines = new PrintedLines(new ByteArrayInputStream(bytes));
        while (lines.readLine() != null) continue;
        return lines;
    }

    private static String last(String text) throws IOException {
        return read(text.getBytes(StandardCharsets.ISO_8859_1)).last();
    }

    @Test
    void theLastLineThatHasText() throws IOException {
        assertEquals("", last(""));
        assertEquals("Welcome!", last("motd\n\nWelcome!\n\n \t\r\n"));
        assertEquals("Welcome!", last("motd\nWelcome!"));
        assertEquals("100 %", last("motd\n10 %\r20 %\r100 %\r\n"));
        assertEquals("quota", last("quota\n\0\0\0\n\u001b[0m"));
        assertEquals("?", last("\0\0\0\n"));
    }

    @Test
    void noTerminalObeysIt() throws IOException {
        assertEquals("a?b", last("a\u0000\u0000b"));
        assertEquals("Gr?e", last("Gr\u00fc\u00dfe"));
        assertEquals("Gr\u00fc\u00dfe", last("Gr\u00c3\u00bc\u00c3\u009fe"));
        assertEquals("red", last("\u001b[1;31mred\u001b[0m"));
        assertEquals("prompt", last("\u001b]0;title\u0007prompt"));
        assertEquals("prompt", last("\u001b]0;title\u001b\\prompt"));
        assertEquals("prompt", last("\u001bPdevice\u001b\\prompt\u001b(B"));
        assertEquals("", last("\u001b]0;title without end"));
        assertEquals("a?b c", last("a\u0007\u0008b\tc"));
        assertEquals("a?b", last("a\u00e2\u0080\u00aeb"));
        assertEquals("a?1mb", last("a\u00c2\u009b1mb"));
    }

    @Test
    void aLongLineIsCut() throws IOException {
        assertEquals("x".repeat(500) + "...", last("x".repeat(1 << 20)));
        assertEquals("x".repeat(500), last("x".repeat(500)));
    }

    @Test
    void aLineIsReadUntilItsEnd() throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream("one \r\nrest".getBytes(StandardCharsets.UTF_8));
        assertEquals("one", new PrintedLines(in).readLine());
        assertEquals("rest", new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }

    @Test
    void whatComesBeforeTheCommandIsForgottenThen() throws IOException {
        PrintedLines lines = read("JMPI-SHELL-10\nwelcome\n".getBytes(StandardCharsets.UTF_8));
        assertFalse(lines.hasBegun());
        assertEquals("welcome", lines.last());
        lines = read("welcome\nJMPI-SHELL-1\n".getBytes(StandardCharsets.UTF_8));
        assertTrue(lines.hasBegun());
        assertEquals("", lines.last());
    }
}
