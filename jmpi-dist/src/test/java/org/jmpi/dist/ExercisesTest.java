package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jmpi.Jmpi;
import org.jmpi.dist.Distribution.Ended;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The solutions of the exercises compile, and print what the page asks for. */
class ExercisesTest {
    private static final Path PAGE = Path.of("..", "docs", "exercises.md");
    private static final Path SOLUTIONS = Path.of("..", "examples", "exercises");
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Pattern EXERCISE =
            Pattern.compile("(?ms)^## \\d+\\. (\\w+)$.*?Ranks: (\\d+).*?^```text\\n(.*?)^```$.*?^\\[Solution]");

    @TempDir
    private static Path classes;

    private static URLClassLoader loader;

    /** A section of the page. */
    record Exercise(String program, int ranks, List<String> output, boolean ordered) {
        @Override
        public String toString() {
            return program;
        }
    }

    static List<Exercise> exercises() throws IOException {
        return EXERCISE.matcher(Files.readString(PAGE))
                .results()
                .map(section -> new Exercise(
                        section.group(1),
                        Integer.parseInt(section.group(2)),
                        section.group(3).lines().toList(),
                        !section.group().contains("In any order")))
                .toList();
    }

    @BeforeAll
    static void compile() throws IOException {
        try (Stream<Path> files = Files.list(SOLUTIONS)) {
            Sources.compile(files.toList(), System.getProperty("java.class.path"), classes);
        }
        loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
    }

    @AfterAll
    static void close() throws IOException {
        loader.close();
    }

    @Test
    void thereIsOneForEachPageOfTheGuide() throws IOException {
        String page = Files.readString(PAGE);
        List<String> guide = GuideTest.pages().stream().map(GuidePage::name).toList();
        List<String> linked = Pattern.compile("\\*Page: \\[.*?]\\(guide/(.*?)\\)")
                .matcher(page)
                .results()
                .map(link -> link.group(1))
                .toList();
        assertEquals(guide, linked);
        assertEquals(guide.size() - 1, exercises().size(), "all but the test print something");
    }

    @ParameterizedTest
    @MethodSource("exercises")
    void printsWhatThePageSays(Exercise exercise) throws Exception {
        Method main = loader.loadClass(exercise.program()).getMethod("main", String[].class);
        StringBuilder output = new StringBuilder();
        String errors;
        System.setProperty("jmpi.check", "true");
        System.setProperty("jmpi.user.folder", classes.resolve("user").toString());
        try {
            errors = Sources.errors(() -> output.append(Sources.output(() ->
                    Jmpi.run(exercise.ranks(), LIMIT, () -> main.invoke(null, (Object) new String[0])))));
        } finally {
            System.clearProperty("jmpi.check");
            System.clearProperty("jmpi.user.folder");
        }
        List<String> lines = output.toString().lines().toList();
        assertEquals(
                exercise.output(),
                exercise.ordered() ? lines : lines.stream().sorted().toList());
        assertEquals(List.of(), Ended.complaints(errors.lines().toList()));
    }

    @Test
    void theSolutionThatIsATestPasses() throws Exception {
        Sources.runTests(loader.loadClass("MatrixVectorTest"));
    }
}
