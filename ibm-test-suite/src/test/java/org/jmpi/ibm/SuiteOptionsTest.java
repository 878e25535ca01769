package org.jmpi.ibm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuiteOptionsTest {
    private static final List<String> INSTALLED = List.of("threads", "socket");
    private static final List<Program> TABLE = Stream.of(
                    "pt2pt/a 4,2 30", "pt2pt/b 2 30", "ccl/a 3,1,2 30", "deep/er/a 5 30 exit=5")
            .map(Program::parse)
            .toList();

    @TempDir
    Path folder;

    private SuiteOptions parse(String... args) throws SuiteOptions.Invalid {
        String[] all = Stream.concat(Stream.of("--report", folder.toString()), Stream.of(args))
                .toArray(String[]::new);
        return SuiteOptions.parse(INSTALLED, all);
    }

    private List<String> chosen(String... args) throws SuiteOptions.Invalid {
        return parse(args).trials(TABLE).stream().map(Trial::toString).toList();
    }

    @Test
    void everythingIsRunIfNothingIsSaid() throws Exception {
        SuiteOptions options = parse();
        int half = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        assertEquals(new SuiteOptions(INSTALLED, "*", Set.of(), half, 16, 1, folder, Optional.empty()), options);
        assertEquals(14, options.trials(TABLE).size());
        assertEquals(
                List.of(
                        "threads np 4 pt2pt/a",
                        "threads np 2 pt2pt/a",
                        "threads np 2 pt2pt/b",
                        "threads np 3 ccl/a",
                        "threads np 1 ccl/a",
                        "threads np 2 ccl/a",
                        "threads np 5 deep/er/a",
                        "socket np 4 pt2pt/a"),
                chosen().subList(0, 8));
    }

    @Test
    void ranksMayShareJvms() throws Exception {
        assertEquals(
                List.of("auto", "auto:2", "socket:3"),
                parse("--transport", "auto,auto:2,socket:3").transports());
        assertEquals(List.of("--transport", "auto"), Way.options("auto"));
        assertEquals(List.of("--transport", "auto", "--threads-per-process", "2"), Way.options("auto:2"));
    }

    @Test
    void everyOptionChooses() throws Exception {
        SuiteOptions options =
                parse("--transport", "socket", "--filter=ccl/*", "--np", "1,3", "--jobs", "3", "--apart", "--repeat=2");
        assertEquals(
                new SuiteOptions(List.of("socket"), "ccl/*", Set.of(1, 3), 3, 1, 2, folder, Optional.empty()), options);
        assertEquals(
                List.of("socket np 3 ccl/a", "socket np 1 ccl/a", "socket np 3 ccl/a", "socket np 1 ccl/a"),
                options.trials(TABLE).stream().map(Trial::toString).toList());
        assertEquals(
                List.of(1, 1, 2, 2),
                options.trials(TABLE).stream().map(Trial::round).toList());
        assertEquals(Set.of(2), parse("-np", "2").ranks());
        assertEquals(Set.of(4), parse("--np", "2", "-n", "4").ranks());
    }

    @Test
    void aFilterWithoutASlashHoldsInEveryFolder() throws Exception {
        assertEquals(
                List.of("socket np 2 pt2pt/a", "socket np 2 ccl/a"),
                chosen("--filter", "a", "--np", "2", "--transport", "socket"));
        assertEquals(List.of("socket np 5 deep/er/a"), chosen("--filter", "deep/**", "--transport", "socket"));
        assertEquals(
                List.of("socket np 2 pt2pt/b", "socket np 5 deep/er/a"),
                chosen("--filter", "{pt2pt/b,deep/er/a}", "--transport", "socket"));
    }

    @Test
    void aFolderStandsForAllThatIsInIt() throws Exception {
        assertEquals(List.of("socket np 5 deep/er/a"), chosen("--filter", "deep/*", "--transport", "socket"));
        assertEquals(List.of("socket np 5 deep/er/a"), chosen("--filter", "er", "--transport", "socket"));
        assertEquals(
                List.of("socket np 2 pt2pt/a", "socket np 2 pt2pt/b"),
                chosen("--filter", "pt2pt", "--np", "2", "--transport", "socket"));
    }

    @Test
    void limitsGrowIfThereAreMoreJobsThanCores() throws Exception {
        int cores = Runtime.getRuntime().availableProcessors();
        for (int times = 1; times < 4; times++) {
            assertEquals(
                    30 * times,
                    parse("--jobs", "" + cores * times)
                            .trials(TABLE)
                            .get(0)
                            .limit()
                            .toSeconds());
            assertEquals(
                    30 * (times + 1),
                    parse("--jobs", "" + (cores * times + 1))
                            .trials(TABLE)
                            .get(0)
                            .limit()
                            .toSeconds());
        }
    }

    @Test
    void thePageHasAPlaceForTheGrid() throws Exception {
        Path page = folder.resolve("page.md");
        Files.writeString(page, MarkdownPage.BEGIN + MarkdownPage.END);
        assertEquals(Optional.of(page), parse("--page", page.toString()).page());
        Files.writeString(page, MarkdownPage.END + MarkdownPage.BEGIN);
        SuiteOptions.Invalid invalid = assertThrows(SuiteOptions.Invalid.class, () -> parse("--page", page.toString()));
        assertEquals(
                "--page " + page + ": no lines \"" + MarkdownPage.BEGIN + "\" and \"" + MarkdownPage.END + "\"",
                invalid.getMessage());
    }

    @Test
    void theFolderOfTheReportIsMade() throws Exception {
        parse("--report", folder.resolve("a/b").toString());
        assertTrue(Files.isDirectory(folder.resolve("a/b")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--speed 3 | unknown option: --speed (see jmpirun suite --help)",
                "--apart=no | unknown option: --apart=no (see jmpirun suite --help)",
                "ccl/a | unexpected argument: ccl/a (see jmpirun suite --help)",
                "--np | --np needs a value",
                "--np few | --np few: must be a whole number from 1 to 1000000",
                "--np 2,,3 | --np : must be a whole number from 1 to 1000000",
                "--np 2,7 | --np 7: no program to run has this number of ranks in the table",
                "--jobs 0 | --jobs 0: must be a whole number from 1 to 1000000",
                "--repeat -1 | --repeat -1: must be a whole number from 1 to 1000000",
                "--transport rmi | --transport rmi: no such transport; there are threads, socket",
                "--transport socket:0 | --transport socket:0: no such transport; there are threads, socket",
                "--transport threads:2 | --transport threads:2: no such transport; there are threads, socket",
                "--transport socket,pigeon | --transport pigeon: no such transport; there are threads, socket",
                "--filter none/* | --filter none/*: no such program; jmpirun ibm lists them",
                "--filter {a | --filter {a: Missing '}",
                "--page /no/page.md | --page /no/page.md: cannot read the page: /no/page.md",
                "--report /dev/null/x | --report /dev/null/x: cannot make the folder: /dev/null"
            })
    void whatCannotBeUsedIsNamed(String line, String message) {
        SuiteOptions.Invalid invalid = assertThrows(SuiteOptions.Invalid.class, () -> chosen(line.split(" ")));
        assertTrue(invalid.getMessage().startsWith(message), invalid.getMessage());
        assertEquals(1, invalid.getMessage().lines().count());
    }
}
