package org.jmpi.bench.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OutputTailTest {
    private static String tail(int limit, String text) throws IOException {
        OutputTail tail = new OutputTail(limit);
        tail.write(text.getBytes(StandardCharsets.UTF_8));
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

    @Test
    void keepsTheEndOfManyShortWrites() {
        OutputTail tail = new OutputTail(5);
        for (char letter = 'a'; letter <= 'z'; letter++) {
            tail.write(letter);
            int count = letter - 'a' + 1;
            if (count == 5) assertEquals("abcde", tail.text());
            if (count == 6) assertEquals("(1 bytes before this)\nbcdef", tail.text());
        }
        assertEquals("(21 bytes before this)\nvwxyz", tail.text());
    }
}
