package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jmpi.Jmpi;
import org.jmpi.dist.MarkdownPage.Block;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each block of Java in a page compiles without a warning, runs with four ranks, and prints the text that follows it.
 * The programs of the guide have a test of their own. Typed forms of them run with the ranks of those pages, and print
 * what those say.
 *
 * <p>A block is a class, or statements, which may follow imports. A comment in front of statements,
 * {@code <!-- test: int n = 3; -->}, declares members that they use. {@code <!-- test of all: ... -->} does so for all
 * statements of the page that are those of one rank. Each has the member {@code folder}, a folder of its own.
 */
class JavaBlocksTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern TYPE = Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)");
    private static final Pattern STARTS = Pattern.compile("\\bJmpi(?:Spark)?\\.(?:run|call)\\(");
    private static final int RANKS = 4;
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final List<String> IMPORTS = List.of(
            "java.io",
            "java.nio.file",
            "java.time",
            "java.util",
            "java.util.concurrent",
            "java.util.function",
            "java.util.random",
            "mpi",
            "org.jmpi");

    @TempDir
    static Path folder;

    private static URLClassLoader loader;
    private static List<GuidePage> guide;

    /**
     * A block of Java.
     *
     * @param page the page that has it
     * @param number from 1 on, on its page
     * @param part how many blocks before it on the page began a part, by a class that has the name of an earlier one
     * @param block its code
     */
    record Snippet(MarkdownPage page, int number, int part, Block block) {
        private Matcher type() {
            return TYPE.matcher(block.code());
        }

        boolean isClass() {
            return type().find();
        }

        /** Returns whether it is the program of a page of the guide, or a test of it. */
        boolean isProgramOfGuide() {
            boolean ofGuide = page.file().startsWith(ROOT.resolve("docs/guide"));
            return ofGuide && isClass() && (number == 1 || isTest());
        }

        private boolean isTest() {
            return className().endsWith("Test");
        }

        /** Returns whether the code starts ranks itself. */
        boolean startsRanks() {
            return STARTS.matcher(block.code()).find();
        }

        /** Returns the package of all code of a part: a test may use a program above it. */
        String packageName() {
            return "part_" + part + "_of_"
                    + ROOT.relativize(page.file()).toString().replaceAll("\\W", "_");
        }

        String className() {
            Matcher type = type();
            return type.find() ? type.group(1) : "Block" + number;
        }

        String source(Path files) {
            StringBuilder source = new StringBuilder("package " + packageName() + "; ");
            if (isClass()) return source.append(block.code()).toString();
            IMPORTS.forEach(name -> source.append("import ").append(name).append(".*; "));
            block.code().lines().filter(Snippet::isImport).forEach(source::append);
            source.append("public class ").append(className()).append(" { ");
            source.append("final Path folder = Path.of(\"").append(files).append("\"); ");
            if (!startsRanks()) page.comments().forEach(comment -> source.append(members(comment, "test of all:")));
            source.append(members(block.comment(), "test:")).append('\n');
            source.append("public ").append(className()).append("() throws Exception {}\n");
            source.append("public void run() throws Throwable {\n");
            block.code()
                    .lines()
                    .filter(line -> !isImport(line))
                    .forEach(line -> source.append(line).append('\n'));
            return source.append("}\n}\n").toString();
        }

        private static boolean isImport(String line) {
            return line.startsWith("import ");
        }

        private static String members(String comment, String mark) {
            return comment != null && comment.startsWith(mark) ? comment.substring(mark.length()) + "\n" : "";
        }

        /** Returns the page of the guide whose program this is in typed calls, or null. */
        private GuidePage original() {
            if (!isClass() || !className().startsWith("Typed")) return null;
            String program = className().substring("Typed".length());
            return guide.stream()
                    .filter(page -> page.program().equals(program))
                    .findFirst()
                    .orElse(null);
        }

        /** Checks what has been printed. */
        void check(String printed) {
            GuidePage original = original();
            if (original != null)
                assertEquals(original.output(), original.inOrder(printed.lines().toList()));
            else if (block.output() != null) assertEquals(inOrder(block.output()), inOrder(printed));
        }

        private List<String> inOrder(String text) {
            return block.ordered()
                    ? text.lines().toList()
                    : text.lines().sorted().toList();
        }

        void run() throws Exception {
            Class<?> type = loader.loadClass(packageName() + "." + className());
            if (isTest()) Sources.runTests(type);
            else if (startsRanks()) runAsRank(type);
            else Jmpi.run(original() == null ? RANKS : original().ranks(), LIMIT, () -> runAsRank(type));
        }

        private void runAsRank(Class<?> type) throws Exception {
            if (isClass()) {
                Method main = type.getDeclaredMethod("main", String[].class);
                main.invoke(null, (Object) new String[0]);
            } else {
                type.getMethod("run").invoke(type.getConstructor().newInstance());
            }
        }

        @Override
        public String toString() {
            return ROOT.relativize(page.file()) + " " + number;
        }
    }

    static List<Snippet> snippets() throws IOException {
        List<Snippet> snippets = new ArrayList<>();
        for (MarkdownPage page : MarkdownPage.readAll(ROOT)) {
            int number = 0;
            int part = 0;
            Set<String> names = new HashSet<>();
            for (Block block : page.blocks("java")) {
                Snippet snippet = new Snippet(page, ++number, part, block);
                if (!names.add(snippet.className())) snippet = new Snippet(page, number, ++part, block);
                if (!snippet.isProgramOfGuide()) snippets.add(snippet);
            }
        }
        return snippets;
    }

    @BeforeAll
    static void compile() throws IOException {
        guide = GuideTest.pages();
        List<Path> files = new ArrayList<>();
        for (Snippet snippet : snippets()) {
            Path own = Files.createDirectories(
                    folder.resolve(snippet.packageName()).resolve("files-" + snippet.number()));
            Path file = own.resolveSibling(snippet.className() + ".java");
            files.add(Files.writeString(file, snippet.source(own)));
        }
        Path classes = folder.resolve("classes");
        String jars = Distribution.classPath() + File.pathSeparator + System.getProperty("java.class.path");
        Sources.compile(files, jars, classes);
        loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
    }

    @AfterAll
    static void close() throws IOException {
        loader.close();
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void runs(Snippet snippet) throws Exception {
        Properties before = (Properties) System.getProperties().clone();
        String printed;
        try {
            printed = Sources.output(snippet::run);
        } finally {
            System.setProperties(before);
        }
        snippet.check(printed);
    }

    @Test
    void noBlockOfJavaIsWithoutItsName() throws IOException {
        Pattern java = Pattern.compile("(?m)^(?:import (?:mpi|org.jmpi)\\.|.*\\b(?:MPI|world)\\.[A-Za-z]\\w*.*;$)");
        for (MarkdownPage page : MarkdownPage.readAll(ROOT))
            for (String code : page.unnamedBlocks())
                assertFalse(java.matcher(code).find(), () -> page + " has Java in a block without 'java':\n" + code);
    }
}
