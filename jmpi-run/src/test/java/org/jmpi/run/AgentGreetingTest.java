package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

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
        assertThrows(EOFException.class, () -> AgentGreeting.read(stream("Welcome!\n")));
    }
}
