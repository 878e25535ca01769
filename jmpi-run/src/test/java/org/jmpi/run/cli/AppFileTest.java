package org.jmpi.run.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.CommandWords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppFileTest {
    @TempDir
    private Path folder;

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("apps"), text).toString();
    }

    @Test
    void eachLineIsAProgram() throws IOException {
        List<AppOptions> apps = AppFile.read(file("# the job\n-np 1 -x A=1 -cp a Master 'two words' # first\n\n"
                + "-np 2 -Xmx1g -cp \\\n  b Worker\n  # none\n-n 1 C : -n 3 -jar d.jar x\n"));
        assertEquals(4, apps.size());
        assertEquals(1, apps.get(0).ranks);
        assertEquals(List.of("A=1"), apps.get(0).variables);
        assertEquals(List.of("Master", "two words"), apps.get(0).words);
        assertEquals("b", apps.get(1).classPath);
        assertEquals(List.of("-Xmx1g"), apps.get(1).jvmOptions);
        assertEquals(List.of("Worker"), apps.get(1).words);
        assertEquals("d.jar", apps.get(3).jar);
        assertEquals(3, apps.get(3).ranks);
    }

    @Test
    void theCommandLineHasDefaultsForAll() throws IOException {
        Options options = new Options();
        String file = file("-np 1 A\n-np 2 -x B=2 -cp own B\n");
        options.parse("--tag-output", "-x", "X=1", "-cp", "all", "-ea", "--app", file);
        assertTrue(options.tag);
        assertEquals(List.of("X=1"), options.apps.get(0).variables);
        assertEquals("all", options.apps.get(0).classPath);
        assertEquals(List.of("X=1", "B=2"), options.apps.get(1).variables);
        assertEquals("own", options.apps.get(1).classPath);
        assertEquals(List.of("-ea"), options.apps.get(1).jvmOptions);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "-np 1 A\\n-np 2 --timeout 3 B | , line 2: --timeout: an option for all programs: write it in front",
                "\\n\\n-np two A | , line 3: Invalid value for option",
                "-np 1 'A | , line 1: a quote has no end: -np 1 'A",
                "-np 1 | , line 1: ':' and no program behind it",
                "-np 1 \\\\n -z A | , line 1: unknown option: -z",
                "# nothing | : names no program"
            })
    void namesTheLineThatIsMalformed(String text, String message) throws IOException {
        String file = file(text.replace("\\\\n", "\\\n").replace("\\n", "\n"));
        String line =
                assertThrows(BadInputException.class, () -> AppFile.read(file)).getMessage();
        assertTrue(line.startsWith("--app " + file + message), line);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a  b\tc | [a, b, c]",
                "'a b' \"c d\"e '' | [a b, c de, ]",
                "a\\ b \\\"c 'd\\e' \"f\\\"g\\h\" | [a b, \"c, d\\e, f\"g\\h]",
                "a#b # c | [a#b]",
                "ssh -o 'ProxyCommand=nc %h' | [ssh, -o, ProxyCommand=nc %h]"
            })
    void wordsAreThoseOfAShell(String line, String words) {
        assertEquals(words, CommandWords.of("x", line).toString());
    }
}
