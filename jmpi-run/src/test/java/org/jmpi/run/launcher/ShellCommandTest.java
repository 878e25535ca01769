package org.jmpi.run.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShellCommandTest {
    private static final List<String> WORDS =
            List.of("printf", "%s|", "a b", "it's", "$HOME", "\"q\"", "!bang", "b\\s", "`x`", "*", "~", "", "ü");

    @Test
    void wordsComeThroughAShellAsTheyAre() throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", ShellCommand.of(WORDS))
                .redirectErrorStream(true)
                .start();
        String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(String.join("|", WORDS.subList(2, WORDS.size())) + "|", printed);
    }

    @Test
    void plainWordsAreNotQuoted() {
        assertEquals(
                "exec /usr/bin/java -cp /a/b.jar:/c org.jmpi.run.agent.Agent",
                ShellCommand.of(List.of("/usr/bin/java", "-cp", "/a/b.jar:/c", "org.jmpi.run.agent.Agent")));
    }

    @Test
    void anExclamationMarkStandsOutsideQuotes() {
        assertEquals("'a'\\!'b'", ShellCommand.quote("a!b"));
    }
}
