package org.jmpi.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OutputTailTest {
    private static String tail(int limit, String text) throws IOException {
        OutputTail tail = new OutputTail(limit);
        tail.readAll(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        return tail.text();
    }

    @Test
    void keepsAllUpToItsLimit() throws Exception {
        assertEquals("", tail(5, ""));
        assertEquals("abcde", tail(5, "abcde"));
    }

    @Test
    void keepsTheEndOfMore() throws Exception {
        assertEquals("(1 bytes before this)\nbcdef", tail(5, "abcdef"));
        assertEquals("(20000 bytes before this)\nthe end", tail(7, "x".repeat(20_000) + "the end"));
    }
}
