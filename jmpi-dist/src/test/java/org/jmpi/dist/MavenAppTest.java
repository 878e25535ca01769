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

/** A copy of examples/maven-app, which Maven builds offline as a user does. */
@Tag("full")
@Timeout(150)
class MavenAppTest {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
    private static final String VERSION = "0.1.0-SNAPSHOT";
    private static final int LIMIT_SECONDS = 120;

    @TempDir
    Path folder;

    @BeforeEach
    void makeRepository() throws IOException {
        Path repository = Files.createDirectory(folder.resolve("repository"));
        Path present = Path.of(System.getProperty("jmpi.test.repository"));
        linkAll(present, repository, "org");
        linkAll(present.resolve("org"), Files.createDirectory(repository.resolve("org")), "jmpi");
        install(repository, "jmpi-parent", CHECKOUT.resolve("pom.xml"));
        install(repository, "jmpi-release", CHECKOUT.resolve("release/pom.xml"));
        install(repository, "jmpi-bom", CHECKOUT.resolve("jmpi-bom/pom.xml"));
        for (Path module : list(CHECKOUT)) {
            String name = module.getFileName().toString();
            Path jar = module.resolve("target").resolve(name + "-" + VERSION + ".jar");
            if (!Files.exists(jar)) continue;
            Path reduced = module.resolve("dependency-reduced-pom.xml");
            install(repository, name, Files.exists(reduced) ? reduced : module.resolve("pom.xml"), jar);
        }
    }

    /** JUnit warns of links that lead out of its folder. */
    @AfterEach
    void deleteRepository() throws IOException {
        Distribution.delete(folder.resolve("repository"));
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

    private static void install(Path repository, String artifact, Path... pomAndJar) throws IOException {
        Path place = Files.createDirectories(repository.resolve(Path.of("org", "jmpi", artifact, VERSION)));
        String[] ends = {".pom", ".jar"};
        for (int i = 0; i < pomAndJar.length; i++)
            Files.createSymbolicLink(place.resolve(artifact + "-" + VERSION + ends[i]), pomAndJar[i]);
    }

    @Test
    void itsTestPassesAndItsJarRuns() throws Exception {
        Path app = folder.resolve("maven-app");
        copy(Distribution.FOLDER.resolve("examples/maven-app"), app);
        Distribution.Ended build = Distribution.runWords(
                app,
                LIMIT_SECONDS,
                Map.of("MAVEN_OPTS", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"),
                List.of(
                        Path.of(System.getProperty("jmpi.test.maven"), "bin", "mvn")
                                .toString(),
                        "--batch-mode",
                        "--offline",
                        "-Dmaven.repo.local=" + folder.resolve("repository"),
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
