package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The unpacked distribution has all that its README promises, and its pages lead to it. */
class ContentsTest {
    private static final Path FOLDER = Distribution.FOLDER;
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("]\\(([^):#\\s]+)(#[^)]*)?\\)");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "LICENSE",
                "NOTICE",
                "CHANGELOG.md",
                "bin/jmpirun",
                "bin/jmpirun.bat",
                "docs/jmpirun.md",
                "docs/guide/01-hello.md",
                "examples/guide/Hello.java"
            })
    void itIsThere(String file) {
        assertTrue(Files.isRegularFile(FOLDER.resolve(file)), file);
    }

    @Test
    void linksLeadToFilesOfTheDistribution() throws IOException {
        assertEquals(List.of(), lost(FOLDER, pages(FOLDER)));
    }

    @Test
    void linksOfTheCheckoutLeadToItsFiles() throws IOException {
        List<Path> pages = new ArrayList<>(pages(CHECKOUT.resolve("docs")));
        for (String page : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md")) pages.add(CHECKOUT.resolve(page));
        assertEquals(List.of(), lost(CHECKOUT, pages));
    }

    @Test
    void theDocumentationFindsJmpirunOnThePath() throws IOException {
        Pattern inFolder = Pattern.compile("(?<!\\.)\\./jmpirun");
        for (Path page : pages(FOLDER.resolve("docs")))
            assertFalse(inFolder.matcher(Files.readString(page)).find(), () -> page + " says ./jmpirun");
    }

    private static List<Path> pages(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".md")).toList();
        }
    }

    private static List<String> lost(Path root, List<Path> pages) throws IOException {
        List<String> lost = new ArrayList<>();
        for (Path page : pages) {
            for (String link : links(page)) {
                Path file = page.resolveSibling(link).normalize();
                if (!file.startsWith(root) || !Files.exists(file)) lost.add(root.relativize(page) + ": " + link);
            }
        }
        return lost;
    }

    private static List<String> links(Path page) throws IOException {
        return LINK.matcher(Files.readString(page))
                .results()
                .map(link -> link.group(1))
                .toList();
    }

    @Test
    void theNoticeNamesEveryLibrary() throws IOException {
        String notice = Files.readString(FOLDER.resolve("NOTICE"));
        try (Stream<Path> files = Files.walk(FOLDER.resolve("lib"))) {
            List<String> unnamed = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".jar") && !name.matches("(jmpi|ibm-test-suite)-.*"))
                    .map(name -> name.replaceAll("-\\d.*", ""))
                    .filter(name -> !notice.contains(name))
                    .toList();
            assertEquals(List.of(), unnamed);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"BSD-3-Clause", "EPL-2.0", "LGPL-3.0", "MIT"})
    void theTextOfEachLicenseIsThere(String license) throws IOException {
        assertTrue(Files.readString(FOLDER.resolve("NOTICE")).contains(license), "NOTICE names " + license);
        try (Stream<Path> files = Files.list(FOLDER.resolve("licenses"))) {
            assertTrue(files.anyMatch(file -> file.getFileName().toString().startsWith(license)), license);
        }
    }
}
