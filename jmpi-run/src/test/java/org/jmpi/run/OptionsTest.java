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
import org.junit.jupiter.params.provider.CsvSource;
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
    @ValueSource(strings = {"-xA=1", "-vX", "-z", "--qwerty=4"})
    void whatIsNeitherOursNorTheJvmsIsRefused(String option) {
        String message = assertThrows(
                        BadInputException.class, () -> parse(option, "Main").jvmOptions())
                .getMessage();
        assertEquals("unknown option: " + option + "; see jmpirun --help", message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--treads | --threads-per-process",
                "--threads | --threads-per-process",
                "--transprt=shm | --transport",
                "--tagoutput | --tag-output",
                "--timeot | --timeout",
                "--NP4 | -np or --np",
                "-xmx1g | -Xmx1g",
                "--Xmx1g | -Xmx1g",
                "-dname=value | -Dname=value"
            })
    void whatIsMeantIsNamed(String option, String meant) {
        assertEquals(
                "unknown option: " + option + "; did you mean " + meant + "?; see jmpirun --help",
                assertThrows(BadInputException.class, () -> parse(option, "Main"))
                        .getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-np 3", "-n 3", "--np 3", "--n=3", "-c 3", "-H localhost:3", "-ppn 3", "-N 3"})
    void theNumberOfRanksHasTheNamesOfOtherLaunchers(String options) {
        assertEquals(3, parseWords(options + " Main").ranks);
    }

    private static Options parseWords(String words) {
        return parse(words.split(" "));
    }

    @Test
    void optionsOfOtherLaunchersAreObeyed() {
        Options options = parseWords(
                "-verbose -wd /tmp -l -output-filename out -s all -genv A 1 -x B=2 -env C 3 -bind-to none -dev niodev Main -l");
        assertTrue(options.verbose && options.tag);
        assertEquals("/tmp", options.directory);
        assertEquals("out", options.outputFolder);
        assertEquals("all", options.input);
        assertEquals(List.of("B=2", "A=1", "C=3"), options.variables);
        assertEquals("none", options.binding);
        assertEquals("socket", options.transport);
        assertEquals(List.of("Main", "-l"), options.words);
        assertEquals(List.of(), options.notes());
    }

    @Test
    void optionsWithoutAMeaningHereAreTakenWithTheirValues() {
        Options options =
                parseWords("--oversubscribe --allow-run-as-root -q --mca btl tcp,self --map-by core -np 2 Main");
        assertEquals(List.of("Main"), options.words);
        assertEquals(
                List.of("--mca", "--map-by"),
                options.notes().stream().map(note -> note.split(":")[0]).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--debug | --debug: not possible here: give each JVM a port: -agentlib:jdwp=",
                "-configfile f | --configfile: not possible here: all ranks run the same program",
                "-dev mxdev | -dev mxdev: jmpirun has --transport instead",
                "-ppn 2 -np 4 | -np 4 with 2 ranks per host needs several hosts",
                "-H no-such-host.invalid | --host: no-such-host.invalid is not this host: jobs run on this host only",
                "-H localhost,no-such-host.invalid:2 | --host: no-such-host.invalid is not this host",
                "-H localhost:two | --host: not a host: 'localhost:two'",
                "-np 1 A : -np 2 B | ':' and another program: all ranks run the same program, with"
            })
    void whatCannotBeDoneIsSaid(String options, String message) {
        String line = assertThrows(BadInputException.class, () -> parseWords(options + " Main"))
                .getMessage();
        assertTrue(line.startsWith(message), line);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "localhost | 0",
                "localhost:4 | 4",
                "localhost:*,127.0.0.1 | 0",
                "127.0.0.1:2,localhost | 3",
                "::1 | 0",
                "[::1]:2 | 2"
            })
    void aListOfHostsTellsSlots(String list, int slots) {
        assertEquals(slots, HostList.parse("-H", list).slots());
    }

    @Test
    void aFileOfHostsTellsSlots(@TempDir Path folder) throws IOException {
        Path file =
                Files.writeString(folder.resolve("hosts"), "# all\nlocalhost slots=2 max_slots=9\n\n127.0.0.1:3 # b\n");
        assertEquals(5, parse("--hostfile", file.toString(), "Main").ranks);
        Path machines = Files.writeString(folder.resolve("machines"), "localhost\n");
        assertEquals(
                Runtime.getRuntime().availableProcessors(), parse("-machinesfile", machines.toString(), "Main").ranks);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "-help", "--version", "-V"})
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
        if (!option.matches("--version|-V"))
            for (ShippedProgram program : ShippedProgram.values()) assertTrue(text.contains(program.toString()), text);
        assertTrue(
                text.startsWith(option.matches("--version|-V") ? "jmpirun (JMPI) " : "Usage: jmpirun [-np N]"), text);
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
