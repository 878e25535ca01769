package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each module is published with what Maven Central asks for, and listed in the BOM, or its POM says that it is not. */
class PublicationTest {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
    /** That of a folder, not the POM beside this one. */
    private static final Pattern MODULE = Pattern.compile("<module>([^.]+?)</module>");

    private static final Pattern ARTIFACT =
            Pattern.compile("<groupId>org\\.jmpi</groupId><artifactId>(.+?)</artifactId><version>\\$");

    private static final Pattern INCLUDE = Pattern.compile("<include>(.+?)</include>");

    static Set<String> modules() throws IOException {
        return names(MODULE, "pom.xml");
    }

    private static String read(String file) throws IOException {
        return Files.readString(CHECKOUT.resolve(file));
    }

    private static Set<String> names(Pattern pattern, String file) throws IOException {
        return pattern.matcher(read(file))
                .results()
                .map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the modules that have a jar in the repository. */
    static Set<String> published() throws IOException {
        Set<String> published = new TreeSet<>();
        for (String module : modules()) {
            String pom = read(module + "/pom.xml");
            if (!pom.contains("<packaging>pom<") && !pom.contains("<maven.deploy.skip>true<")) published.add(module);
        }
        return published;
    }

    @Test
    void theBomListsThePublishedJars() throws IOException {
        assertEquals(published(), names(ARTIFACT, "jmpi-bom/pom.xml"));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void thePomHasANameAndADescription(String module) throws IOException {
        String pom = read(module + "/pom.xml");
        for (String element : Set.of("name", "description"))
            assertTrue(pom.contains("  <" + element + ">"), module + ": no <" + element + ">");
    }

    @ParameterizedTest
    @MethodSource("published")
    void theJarHasAModuleNameAndAnApi(String module) throws IOException {
        Path sources = CHECKOUT.resolve(module).resolve("src/main/java");
        boolean descriptor = Files.exists(sources.resolve("module-info.java"));
        assertTrue(descriptor || read(module + "/pom.xml").contains("<Automatic-Module-Name>"), module);
        if (!descriptor) return;
        Set<String> exported = exports(sources.resolve("module-info.java"));
        exported.removeAll(names(INCLUDE, "release/pom.xml"));
        assertEquals(Set.of(), exported, "packages that are not compared with the last release");
    }

    /** A package that is open to some modules only is no API. */
    @Test
    void whatIsComparedWithTheLastReleaseIsExportedToAll() throws IOException {
        Set<String> compared = names(INCLUDE, "release/pom.xml");
        for (String module : published()) {
            Path sources = CHECKOUT.resolve(module).resolve("src/main/java");
            Path descriptor = sources.resolve("module-info.java");
            if (Files.exists(descriptor)) compared.removeAll(exports(descriptor));
            else compared.removeIf(name -> Files.isDirectory(sources.resolve(name.replace('.', '/'))));
        }
        assertEquals(Set.of(), compared, "packages that no module exports to all");
    }

    private static Set<String> exports(Path descriptor) throws IOException {
        try (Stream<String> lines = Files.lines(descriptor)) {
            return lines.map(String::strip)
                    .filter(line -> line.startsWith("exports ") && line.endsWith(";"))
                    .map(line -> line.substring("exports ".length(), line.length() - 1))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
