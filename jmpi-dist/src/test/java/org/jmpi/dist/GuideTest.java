package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jmpi.dist.Distribution.Ended;
import org.jmpi.dist.GuidePage.Source;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the pages of the guide show compiles, runs and prints what they say. */
class GuideTest {
    private static final Path GUIDE = Path.of("..", "docs", "guide");
    private static final Path EXAMPLES = Path.of("..", "examples", "guide");
    private static final Pattern ENTRY = Pattern.compile("\\| \\[[^]]+]\\((\\S+\\.md)\\) \\| `(\\w+)` \\|");

    @TempDir
    Path folder;

    static List<GuidePage> pages() throws IOException {
        try (Stream<Path> files = Files.list(GUIDE)) {
            List<GuidePage> pages = new ArrayList<>();
            for (Path file : files.sorted(Comparator.naturalOrder()).toList())
                if (!file.endsWith("README.md")) pages.add(GuidePage.read(file));
            return pages;
        }
    }

    @Test
    void theIndexListsEachPageAndItsProgram() throws IOException {
        List<String> listed = ENTRY.matcher(
                        GuidePage.read(GUIDE.resolve("README.md")).text())
                .results()
                .map(entry -> entry.group(1) + " " + entry.group(2))
                .toList();
        List<String> there =
                pages().stream().map(page -> page.name() + " " + page.program()).toList();
        assertEquals(there, listed);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void itsProgramsAreAmongTheExamples(GuidePage page) throws IOException {
        for (Source source : page.sources())
            assertEquals(source.code(), Files.readString(EXAMPLES.resolve(source.className() + ".java")));
    }

    @Tag("job")
    @ParameterizedTest
    @MethodSource("pages")
    void runsAsThreads(GuidePage page) throws Exception {
        compile(page);
        List<String> words = new ArrayList<>(List.of("--transport", "threads", "--check"));
        words.addAll(page.arguments());
        Ended ended = Distribution.jmpirunToItsEnd(folder, words);
        assertEquals(page.output(), page.inOrder(ended.out()));
        assertEquals(List.of(), ended.complaints());
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("pages")
    void runsAsProcesses(GuidePage page) throws Exception {
        compile(page);
        assertEquals(page.output(), page.inOrder(Distribution.jmpirun(folder, page.arguments())));
    }

    static List<GuidePage> pagesWithTests() throws IOException {
        return pages().stream().filter(GuidePage::hasTests).toList();
    }

    @ParameterizedTest
    @MethodSource("pagesWithTests")
    void itsTestsPass(GuidePage page) throws Exception {
        compile(page);
        URL[] classes = {folder.resolve("classes").toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes)) {
            for (Source source : page.sources()) {
                if (source.isTest()) Sources.runTests(loader.loadClass(source.className()));
            }
        }
    }

    /** Returns the distribution alone, unless the page needs JUnit, too. */
    private static String classPath(GuidePage page) throws IOException {
        String jars = Distribution.classPath();
        return page.hasTests() ? jars + File.pathSeparator + System.getProperty("java.class.path") : jars;
    }

    private void compile(GuidePage page) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Source source : page.sources())
            files.add(Files.writeString(folder.resolve(source.className() + ".java"), source.code()));
        Sources.compile(files, classPath(page), folder.resolve("classes"));
    }
}
