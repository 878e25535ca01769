package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A project of {@code jmpirun new}, and the example in the distribution, which Maven builds offline. It takes the
 * artifacts of JMPI from the distribution alone.
 */
@Tag("full")
@Timeout(150)
class MavenAppTest {
    private static final int LIMIT_SECONDS = 120;

    @TempDir
    Path folder;

    @BeforeEach
    void makeRepository() throws IOException {
        Path repository = Files.createDirectory(folder.resolve("local"));
        Path present = Path.of(System.getProperty("jmpi.test.repository"));
        linkAll(present, repository, "org");
        linkAll(present.resolve("org"), Files.createDirectory(repository.resolve("org")), "jmpi");
    }

    /** JUnit warns of links that lead out of its folder. */
    @AfterEach
    void deleteRepository() throws IOException {
        Distribution.delete(folder.resolve("local"));
    }

    private static void linkAll(Path from, Path to, String except) throws IOException {
        for (Path file : list(from))
            if (!file.endsWith(except)) Files.createSymbolicLink(to.resolve(file.getFileName()), file);
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void aNewProjectBuildsAndRuns() throws Exception {
        Distribution.Ended ended = Distribution.run(folder, LIMIT_SECONDS, List.of("new", "pi"));
        assertEquals(0, ended.exitCode(), ended::toString);
        buildAndRun(folder.resolve("pi"));
    }

    @Test
    void theExampleFindsTheRepositoryBesideIt() throws Exception {
        Path app = folder.resolve("examples/maven-app");
        Files.createDirectory(app.getParent());
        copy(Distribution.FOLDER.resolve("examples/maven-app"), app);
        copy(Distribution.FOLDER.resolve("repository"), folder.resolve("repository"));
        buildAndRun(app);
    }

    private void buildAndRun(Path app) throws Exception {
        Distribution.Ended build = Distribution.runWords(
                app,
                LIMIT_SECONDS,
                Map.of("MAVEN_OPTS", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"),
                List.of(
                        Path.of(System.getProperty("jmpi.test.maven"), "bin", "mvn")
                                .toString(),
                        "--batch-mode",
                        "--offline",
                        "-Daether.offline.protocols=file",
                        "-Dmaven.repo.local=" + folder.resolve("local"),
                        "package"));
        assertEquals(0, build.exitCode(), build::toString);
        assertTrue(build.out().stream().anyMatch(line -> line.contains("Tests run: 1, Failures: 0")), build::toString);
        List<String> out = Distribution.jmpirun(app, List.of("-np", "4", "-jar", "target/pi-1.0.jar"));
        assertEquals(List.of("pi is 3.141592654, by 4 ranks"), out);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList())
                Files.copy(file, to.resolve(from.relativize(file).toString()));
        }
    }
}
