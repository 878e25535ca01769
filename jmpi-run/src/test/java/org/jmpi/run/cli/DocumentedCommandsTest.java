package org.jmpi.run.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jmpi.run.program.ShippedTool;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.CommandWords;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Each command line of jmpirun in the documentation and the examples has options that jmpirun knows. */
class DocumentedCommandsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** A block of code, code within a line, or the head of an example. */
    private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```|`[^`]+`|\\{@code [^}]*}");

    private static final Pattern COMMAND =
            Pattern.compile("(?m)^(?:\\{@code|`)? *(?:\\$ )?(?:time )?(?:\\./)?jmpirun +([^`\\n]*)");

    @Test
    void haveOptionsThatExist() throws IOException {
        List<String> wrong = new ArrayList<>();
        int commands = 0;
        for (Path file : files()) {
            for (MatchResult code :
                    CODE.matcher(Files.readString(file)).results().toList())
                for (MatchResult command :
                        COMMAND.matcher(code.group()).results().toList()) {
                    commands++;
                    String message = error(command.group(1));
                    if (message != null) wrong.add(ROOT.relativize(file) + ": " + command.group(1) + ": " + message);
                }
        }
        assertEquals(List.of(), wrong);
        assertTrue(commands > 100, "only " + commands + " commands");
    }

    private static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String name : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md")) files.add(ROOT.resolve(name));
        for (String folder : List.of("docs", "examples"))
            try (Stream<Path> all = Files.walk(ROOT.resolve(folder))) {
                all.filter(file -> file.toString().matches(".*\\.(md|java)")).forEach(files::add);
            }
        return files;
    }

    /** Returns the message about a command line; null if it is right. */
    private static String error(String line) {
        try {
            parse(CommandWords.of("here", line).stream()
                    .map(word -> word.equals("N") ? "1" : word)
                    .toArray(String[]::new));
            return null;
        } catch (MissingParameterException e) {
            return null; // a text that names an option
        } catch (ParameterException | BadInputException e) {
            return e.getMessage();
        }
    }

    private static void parse(String... words) {
        if (ShippedTool.startedBy(words).isPresent()) return;
        ParseResult given = AppOptions.parse(words);
        if (given.isUsageHelpRequested() || given.isVersionHelpRequested()) return;
        List<String> next = new AppOptions().take(given, OptionRows.of(given, false), new Options());
        if (next != null) AppOptions.parseFurther(next);
    }
}
