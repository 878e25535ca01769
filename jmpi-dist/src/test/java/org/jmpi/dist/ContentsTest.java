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

/** The unpacked distribution has all that its README promises, and its pages call it as it is there. */
class ContentsTest {
    private static final Path FOLDER = Distribution.FOLDER;
    private static final String VERSION = "0.1.0-SNAPSHOT";

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
                "share/man/man1/jmpirun.1",
                "share/bash-completion/completions/jmpirun",
                "docs/guide/01-hello.md",
                "docs/tutorial.md",
                "examples/Pi.java",
                "examples/guide/Hello.java"
            })
    void itIsThere(String file) {
        assertTrue(Files.isRegularFile(FOLDER.resolve(file)), file);
    }

    @Test
    void theRepositoryHasEachPublishedArtifact() throws IOException {
        List<String> missing = new ArrayList<>();
        for (String artifact : PublicationTest.published()) {
            if (artifact.equals("jmpi-spark")) continue; // only -Pspark builds it
            Path files = FOLDER.resolve("repository/org/jmpi").resolve(artifact).resolve(VERSION);
            for (String end : List.of(".jar", ".jar.sha1", ".pom", ".pom.sha1")) {
                Path file = files.resolve(artifact + "-" + VERSION + end);
                if (!Files.isRegularFile(file)) missing.add(file.toString());
            }
        }
        assertEquals(List.of(), missing);
    }

    @Test
    void theDocumentationFindsJmpirunOnThePath() throws IOException {
        Pattern inFolder = Pattern.compile("(?<!\\.)\\./jmpirun");
        for (Path file : texts("docs", "examples"))
            assertFalse(inFolder.matcher(Files.readString(file)).find(), () -> file + " says ./jmpirun");
    }

    private static List<Path> texts(String... folders) throws IOException {
        List<Path> texts = new ArrayList<>();
        for (String folder : folders)
            try (Stream<Path> files = Files.walk(FOLDER.resolve(folder))) {
                files.filter(file -> file.toString().matches(".*\\.(md|java)")).forEach(texts::add);
            }
        return texts;
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
