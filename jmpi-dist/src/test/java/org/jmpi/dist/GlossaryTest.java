package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A word that the glossary has replaced is neither the name of a class nor in a document. */
class GlossaryTest {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
    private static final Path GLOSSARY = CHECKOUT.resolve("docs/glossary.md");

    /** Such as {@code | `Verdict` (jmpi-run) | `JobOutcome` |}. */
    private static final Pattern CLASSES = Pattern.compile("\\| ((?:`\\w+`(?:, )?)+)(?: \\((jmpi-\\w+)\\))? \\|.*");

    private static final Pattern WORD = Pattern.compile("\\| ([a-z ]+) \\|.*");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");
    private static final Pattern DECLARATION =
            Pattern.compile("(?m)^\\s*(?:[\\w@()\", ]+ )?(?:class|interface|enum|record) (\\w+)");

    @Test
    void noClassHasAFormerName() throws IOException {
        Map<String, String> former = formerClasses();
        assertFalse(former.isEmpty(), "no former class in " + GLOSSARY);
        List<String> wrong = new ArrayList<>();
        for (Path file : files("java")) {
            String path = CHECKOUT.relativize(file).toString();
            for (String name : found(DECLARATION, Files.readString(file)))
                if (path.startsWith(former.getOrDefault(name, path + "?"))) wrong.add(path + ": " + name);
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void noDocumentHasAFormerWord() throws IOException {
        List<String> former = formerWords();
        assertFalse(former.isEmpty(), "no former word in " + GLOSSARY);
        Pattern words = Pattern.compile(
                former.stream()
                        .map(word -> word.replace(" ", "\\s+"))
                        .collect(Collectors.joining("|", "\\b(", ")s?\\b")),
                Pattern.CASE_INSENSITIVE);
        List<String> wrong = new ArrayList<>();
        for (Path file : files("md"))
            if (!file.equals(GLOSSARY))
                for (String word : new TreeSet<>(found(words, Files.readString(file))))
                    wrong.add(CHECKOUT.relativize(file) + ": " + word);
        assertEquals(List.of(), wrong);
    }

    /** Returns the module that each name is limited to; an empty text is all of them. */
    private static Map<String, String> formerClasses() throws IOException {
        Map<String, String> former = new TreeMap<>();
        for (String line : rows("| former class |")) {
            MatchResult row = match(CLASSES, line);
            for (String name : found(NAME, row.group(1)))
                former.put(name, row.group(2) == null ? "" : row.group(2) + "/");
        }
        return former;
    }

    private static List<String> formerWords() throws IOException {
        return rows("| former word |").stream()
                .map(line -> match(WORD, line).group(1))
                .toList();
    }

    private static List<String> rows(String head) throws IOException {
        return Files.readAllLines(GLOSSARY).stream()
                .dropWhile(line -> !line.startsWith(head))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
    }

    private static MatchResult match(Pattern pattern, String line) {
        return pattern.matcher(line)
                .results()
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row of former words: " + line));
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }

    /** Returns the files that belong to the checkout, not those that a build has made. */
    private static List<Path> files(String extension) throws IOException {
        try (Stream<Path> files = Files.walk(CHECKOUT)) {
            return files.filter(file -> file.toString().endsWith("." + extension))
                    .filter(file -> !CHECKOUT.relativize(file).toString().matches("(.*/)?(target|\\.[^/]*)/.*"))
                    .filter(Files::isRegularFile)
                    .toList();
        }
    }
}
