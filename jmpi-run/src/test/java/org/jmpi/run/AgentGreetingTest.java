package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentGreetingTest {
    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void linesOfALoginShellComeBeforeIt() throws IOException {
        AgentGreeting own = AgentGreeting.own();
        String line = new String(own.line(), StandardCharsets.UTF_8);
        ByteArrayInputStream in = stream("Welcome!\n\nmotd\r\n" + line + "rest");
        assertEquals(own, AgentGreeting.read(in));
        assertEquals("rest", new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"welcome", "\u001b[2J\u001b]0;title\u0007", "JMPI-AGENT", "\u0000\uFFFD\r"})
    void textWithoutALineEndComesBeforeIt(String text) throws IOException {
        AgentGreeting own = AgentGreeting.own();
        String line = new String(own.line(), StandardCharsets.UTF_8);
        assertEquals(own, AgentGreeting.read(stream(text + line)));
        assertEquals(own, AgentGreeting.read(stream(text.repeat(5000) + line)));
    }

    @Test
    void anotherVersionIsRefused() {
        String message = assertThrows(IOException.class, () -> AgentGreeting.read(stream("JMPI-AGENT-1 0.0.1 17 b\n")))
                .getMessage();
        assertTrue(message.startsWith("JMPI 0.0.1 is there, and "), message);
    }

    @Test
    void anotherProtocolIsRefused() {
        assertThrows(
                IOException.class, () -> AgentGreeting.read(stream("JMPI-AGENT-9 " + Version.number() + " 17 b\n")));
    }

    @Test
    void anEndIsTold() {
        for (String text : List.of("motd\n\nWelcome!\n\n", "motd\nWelcome!"))
            assertEquals(
                    "Welcome!",
                    assertThrows(EOFException.class, () -> AgentGreeting.read(stream(text)))
                            .getMessage());
    }
}
