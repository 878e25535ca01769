package org.jmpi.run.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.jmpi.run.launcher.PrintedLines;
import org.jmpi.run.system.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentGreetingTest {
    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static AgentGreeting read(String text) throws IOException {
        return AgentGreeting.read(new PrintedLines(stream(text)));
    }

    @Test
    void linesOfALoginShellComeBeforeIt() throws IOException {
        AgentGreeting own = AgentGreeting.own();
        String line = new String(own.line(), StandardCharsets.UTF_8);
        ByteArrayInputStream in = stream("Welcome!\n\nmotd\r\n" + line + "rest");
        assertEquals(own, AgentGreeting.read(new PrintedLines(in)));
        assertEquals("rest", new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"welcome", "\u001b[2J\u001b]0;title\u0007", "JMPI-AGENT", "\u0000\uFFFD\r"})
    void textWithoutALineEndComesBeforeIt(String text) throws IOException {
        AgentGreeting own = AgentGreeting.own();
        String line = new String(own.line(), StandardCharsets.UTF_8);
        assertEquals(own, read(text + line));
        assertEquals(own, read(text.repeat(5000) + line));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "JMPI-AGENT-",
                "JMPI-AGENT-1",
                "JMPI-AGENT-1 is updated at night",
                "JMPI-AGENT-x 0.0.1 17 b",
                "JMPI-AGENT-1 0.0.1 17",
                "the greeting is JMPI-AGENT-1 0.0.1 17 b"
            })
    void aLineThatBeginsLikeAGreetingComesBeforeIt(String text) throws IOException {
        AgentGreeting own = AgentGreeting.own();
        assertEquals(own, read(text + "\n" + new String(own.line(), StandardCharsets.UTF_8)));
    }

    @Test
    void aLoginShellMayPrintAFileOfBytes() throws IOException {
        byte[] bytes = new byte[1 << 20];
        new Random(7).nextBytes(bytes);
        AgentGreeting own = AgentGreeting.own();
        InputStream in = new SequenceInputStream(new ByteArrayInputStream(bytes), new ByteArrayInputStream(own.line()));
        assertEquals(own, AgentGreeting.read(new PrintedLines(in)));
    }

    @Test
    void linesWithoutEndAreNoLogin() {
        String message = assertThrows(IOException.class, () -> read("yes\n".repeat(200_000)))
                .getMessage();
        assertTrue(message.endsWith(" lines, the last of them: yes"), message);
    }

    @Test
    void anotherVersionIsRefused() {
        String message = assertThrows(IOException.class, () -> read("JMPI-AGENT-1 0.0.1 17 b\n"))
                .getMessage();
        assertTrue(message.startsWith("JMPI 0.0.1 is there, and "), message);
    }

    @Test
    void anotherProtocolIsRefused() {
        assertThrows(IOException.class, () -> read("JMPI-AGENT-9 " + Version.number() + " 17 b\n"));
    }

    @Test
    void anEndIsTold() {
        assertThrows(EOFException.class, () -> read("motd\nWelcome!"));
    }
}
