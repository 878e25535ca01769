package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the guide.
 *
 * @param name of its file
 * @param text all of it
 * @param page what it consists of
 */
record GuidePage(String name, String text, MarkdownPage page) {
    private static final Pattern CLASS = Pattern.compile("(?m)^(?:public )?class (\\w+)");
    private static final Pattern RUN = Pattern.compile("jmpirun (-np \\d+ -cp classes (\\w+).*)\\n");

    static GuidePage read(Path file) throws IOException {
        return new GuidePage(file.getFileName().toString(), Files.readString(file), MarkdownPage.read(file));
    }

    /** Returns the source of each class on the page, the program first. */
    List<Source> sources() {
        List<Source> sources = new ArrayList<>();
        for (String block : blocks("java")) {
            Matcher type = CLASS.matcher(block);
            if (type.find()) sources.add(new Source(type.group(1), block));
        }
        assertFalse(sources.isEmpty(), () -> name + " has no class");
        return sources;
    }

    boolean hasTests() {
        return sources().stream().anyMatch(Source::isTest);
    }

    /** A class and the code that begins with it. */
    record Source(String className, String code) {
        boolean isTest() {
            return className.endsWith("Test");
        }
    }

    /** Returns the name of the program that the page tells how to run. */
    String program() {
        return runLine().group(2);
    }

    /** Returns what follows {@code jmpirun} where the page tells how to run the program. */
    List<String> arguments() {
        return List.of(runLine().group(1).split(" "));
    }

    /** Returns the number of ranks there. */
    int ranks() {
        return Integer.parseInt(arguments().get(1));
    }

    private Matcher runLine() {
        List<String> blocks = blocks("sh");
        assertEquals(1, blocks.size(), () -> name + ": sh blocks");
        Matcher run = RUN.matcher(blocks.get(0));
        assertTrue(run.matches(), () -> name + " says how to run: " + blocks.get(0));
        return run;
    }

    /** Returns the lines that the program prints: the first block of text. */
    List<String> output() {
        List<String> blocks = blocks("text");
        assertFalse(blocks.isEmpty(), () -> name + " has no block of text");
        return inOrder(blocks.get(0).lines().toList());
    }

    /** Returns the lines as they can be compared with {@link #output}. */
    List<String> inOrder(List<String> lines) {
        return text.contains("in any order") ? lines.stream().sorted().toList() : lines;
    }

    private List<String> blocks(String language) {
        return page.blocks(language).stream().map(MarkdownPage.Block::code).toList();
    }

    @Override
    public String toString() {
        return name;
    }
}
