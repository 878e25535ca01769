package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    private static Options parse(String... args) {
        Options options = new Options();
        assertFalse(options.parse(args));
        return options;
    }

    @Test
    void everythingAfterTheProgramBelongsToIt() {
        Options options =
                parse("-np", "4", "Main", "-np", "7", "-x", "--help", "-Xmx1g", "@file", "\"quoted\"", "--", "");
        assertEquals(4, options.ranks);
        assertEquals(
                List.of("Main", "-np", "7", "-x", "--help", "-Xmx1g", "@file", "\"quoted\"", "--", ""), options.words);
        assertEquals(List.of(), options.jvmOptions());
    }

    @Test
    void aFileOfArgumentsIsLeftToTheProgram(@TempDir Path folder) throws IOException {
        String word = "@" + Files.writeString(folder.resolve("arguments"), "more words");
        assertEquals(List.of("Main", word), parse("Main", word).words);
    }

    @Test
    void everythingAfterTheJarBelongsToIt() {
        Options options = parse("-np", "4", "-jar", "a b.jar", "--size", "3", "-v", "-jar", "x");
        assertEquals("a b.jar", options.jar);
        assertEquals(List.of("--size", "3", "-v", "-jar", "x"), options.words);
        assertFalse(options.verbose);
    }

    @Test
    void optionsOfTheJvmStayInTheirOrder() {
        Options options =
                parse("-Xmx1g", "-n", "2", "-Da=b c", "-XX:+UseSerialGC", "-ea", "-agentlib:jdwp=x=y", "-v", "Main");
        assertEquals(
                List.of("-Xmx1g", "-Da=b c", "-XX:+UseSerialGC", "-ea", "-agentlib:jdwp=x=y"), options.jvmOptions());
        assertEquals(2, options.ranks);
        assertTrue(options.verbose);
    }

    @Test
    void optionsOfTheJvmMayHaveTheirValueAsTheNextWord() {
        Options options = parse(
                "--add-opens", "a/b=ALL-UNNAMED", "--add-modules=java.sql", "--add-opens=c/d=e", "-v", "Main", "-p");
        assertEquals(
                List.of("--add-opens", "a/b=ALL-UNNAMED", "--add-opens", "c/d=e", "--add-modules", "java.sql"),
                options.jvmOptions());
        assertEquals(List.of("Main", "-p"), options.words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-cp", "-classpath", "--class-path"})
    void theClassPathHasThreeNames(String name) {
        assertEquals("x:y z", parse(name, "x:y z", "Main").classPath);
    }

    @Test
    void defaults() {
        Options options = parse("Main");
        assertEquals(Runtime.getRuntime().availableProcessors(), options.ranks);
        assertEquals("0", options.input);
        assertNull(options.transport);
        assertNull(options.threadsPerProcess);
        assertNull(options.binding);
        assertNull(options.timeoutSeconds);
        assertNull(options.port);
        assertFalse(options.tag || options.verbose);
    }

    @Test
    void aValueIsTheNextWordOrFollowsTheName() {
        Options options = parse("--threads-per-process", "2", "--bind-to=core", "-np=6", "--timeout=1.5", "Main");
        assertEquals(2, options.threadsPerProcess);
        assertEquals("core", options.binding);
        assertEquals(6, options.ranks);
        assertEquals(1.5, options.timeoutSeconds);
    }

    @Test
    void variablesMayBeRepeated() {
        assertEquals(List.of("A=1", "B", "C=x=y"), parse("-x", "A=1", "-x", "B", "-x", "C=x=y", "Main").variables);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-xA=1", "-verbose", "-vX", "--np=4", "-Np", "--Xmx1g"})
    void whatIsNeitherOursNorTheJvmsIsRefused(String option) {
        String message = assertThrows(
                        BadInputException.class, () -> parse(option, "Main").jvmOptions())
                .getMessage();
        assertEquals("unknown option: " + option + "; see jmpirun --help", message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "--version"})
    void helpAndVersionGoToStandardOutput(String option) {
        PrintStream original = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            assertTrue(new Options().parse("-np", "3", option));
        } finally {
            System.setOut(original);
        }
        String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(text.startsWith(option.equals("--version") ? "jmpirun (JMPI) " : "Usage: jmpirun [-np N]"), text);
    }

    @Test
    void aToolIsTheVeryFirstWord() {
        assertEquals(Optional.of(ShippedTool.SUITE), ShippedTool.startedBy("suite", "--jobs", "2"));
        assertEquals(Optional.of(ShippedTool.BENCH), ShippedTool.startedBy("bench"));
        assertEquals(Optional.of(ShippedTool.FIGURES), ShippedTool.startedBy("figures", "--quick"));
        assertEquals(Optional.empty(), ShippedTool.startedBy("-np", "2", "suite"));
        assertEquals(Optional.empty(), ShippedTool.startedBy());
    }
}
