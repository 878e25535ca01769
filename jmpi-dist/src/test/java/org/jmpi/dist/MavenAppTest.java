package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
        Distribution.Ended build = maven(app, "package");
        assertEquals(0, build.exitCode(), build::toString);
        assertTrue(build.out().stream().anyMatch(line -> line.contains("Tests run: 1, Failures: 0")), build::toString);
        List<String> out = Distribution.jmpirun(app, List.of("-np", "4", "-jar", "target/pi-1.0.jar"));
        assertEquals(List.of("pi is 3.141592654, by 4 ranks"), out);
    }

    private Distribution.Ended maven(Path app, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("jmpi.test.maven"), "bin", "mvn").toString(),
                "--batch-mode",
                "--offline",
                "-Daether.offline.protocols=file",
                "-Dmaven.repo.local=" + folder.resolve("local")));
        command.addAll(List.of(words));
        return Distribution.runWords(
                app, LIMIT_SECONDS, Map.of("MAVEN_OPTS", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"), command);
    }

    /** The goal of the plugin: compiles, and runs the program on processes. */
    @Test
    void aGoalRunsTheProgram() throws Exception {
        assertEquals(
                0, Distribution.run(folder, LIMIT_SECONDS, List.of("new", "pi")).exitCode());
        Path app = folder.resolve("pi");
        Distribution.Ended run = maven(app, "jmpi:run", "-Djmpi.np=3", "-Djmpi.transport=shm");
        assertEquals(0, run.exitCode(), run::toString);
        assertTrue(run.out().contains("pi is 3.141592654, by 3 ranks"), run::toString);

        Files.writeString(
                app.resolve("src/test/java/app/Fails.java"),
                "package app; public class Fails { public static void main(String[] words) {"
                        + " System.out.println(String.join(\"+\", words) + System.getProperty(\"given\"));"
                        + " mpi.MPI.Init(words); if (mpi.MPI.COMM_WORLD.Rank() == 1) System.exit(3);"
                        + " mpi.MPI.COMM_WORLD.Barrier(); } }");
        List<String> goal = List.of("jmpi:run", "-Djmpi.mainClass=app.Fails", "-Djmpi.tests", "-Djmpi.args=a,b");
        goal = Stream.concat(goal.stream(), Stream.of("-Djmpi.jvmArgs=-Dgiven=c", "-Djmpi.options=--tag-output"))
                .toList();
        Distribution.Ended failed = maven(app, goal.toArray(String[]::new));
        assertEquals(1, failed.exitCode(), failed::toString);
        assertTrue(failed.out().stream().anyMatch(line -> line.matches("\\W*0\\W*a\\+bc")), failed::toString);
        assertTrue(
                failed.out().stream()
                        .anyMatch(line -> line.contains("app.Fails: rank 1 ended with exit code 3 (System.exit)")),
                failed::toString);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList())
                Files.copy(file, to.resolve(from.relativize(file).toString()));
        }
    }
}
