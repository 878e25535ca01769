package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceDirectivesTest {
    private static final int FEATURE = Runtime.version().feature();

    @TempDir
    private Path folder;

    private Path write(String name, String... lines) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, String.join("\n", lines));
    }

    private SourceDirectives read(String... lines) throws IOException {
        return SourceDirectives.read(write("Main.java", lines));
    }

    @Test
    void thoseOfJbang() throws IOException {
        SourceDirectives directives = read(
                "///usr/bin/env jbang \"$0\" \"$@\" ; exit $?",
                "//DEPS org.jmpi:jmpi:1.0 a.b:c:2, d:e:3@pom // a comment",
                "//REPOS central,acme=https://repo.acme.com/maven",
                "//JAVA 17+",
                "//JAVAC_OPTIONS -Xlint:all '-Aa=b c'",
                "//JAVA_OPTIONS -Xmx1g",
                "//MAIN app.Other",
                "class Main {} // DEPS x:y:z");
        assertEquals(List.of("org.jmpi:jmpi:1.0", "a.b:c:2", "d:e:3@pom"), directives.dependencies);
        assertEquals(List.of("central", "acme=https://repo.acme.com/maven"), directives.repositories);
        assertEquals(List.of("-Xlint:all", "-Aa=b c"), directives.compilerOptions);
        assertEquals(List.of("-Xmx1g"), directives.jvmOptions);
        assertEquals("app.Other", directives.mainClass);
        assertEquals(List.of(), directives.notes);
    }

    @Test
    void otherCommentsAreNone() throws IOException {
        SourceDirectives directives = read("// DEPS a:b:1", "//TODO //DEPS a:b:1", "//deps a:b:1", " //DEPS a:b:1");
        assertEquals(List.of(), directives.dependencies);
        assertNull(directives.mainClass);
        assertEquals(
                List.of("Main.java: //MODULE has no effect: jmpirun does not know it"), read("//MODULE app").notes);
    }

    @Test
    void sourcesHaveDirectivesOfTheirOwn() throws IOException {
        Path helper = write("util/Helper.java", "//DEPS a:b:1", "//SOURCES ../Main.java Third.java");
        Path third = write("util/Third.java", "//SOURCES *.java");
        SourceDirectives directives = read("//SOURCES util/Help*.java");
        assertEquals(Set.of(helper, third), directives.sources);
        assertEquals(List.of("a:b:1"), directives.dependencies);
    }

    @Test
    void filesAreResources() throws IOException {
        Path text = write("data/text.txt", "x");
        assertEquals(Map.of("data/text.txt", text), read("//FILES data/*.txt").files);
        assertEquals(Map.of("in/text.txt", text), read("//FILES in/=data/text.txt").files);
        assertEquals(Map.of("a.txt", text), read("//FILES a.txt=data/text.txt").files);
    }

    @Test
    void aNewerJavaCompilesForTheOneThatIsAskedFor() throws IOException {
        assertEquals(List.of("--release", "11"), read("//JAVA 11").compilerOptions);
        assertEquals(List.of(), read("//JAVA 11+").compilerOptions);
        assertEquals(List.of(), read("//JAVA " + FEATURE).compilerOptions);
        assertEquals(List.of("--enable-preview", "--release", "" + FEATURE), read("//PREVIEW").compilerOptions);
        assertEquals(List.of("--enable-preview"), read("//PREVIEW").jvmOptions);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "//JAVA 99+ | Main.java: //JAVA 99+: this is Java ",
                "//JAVA new | Main.java: //JAVA new: not a version such as 17 or 17+",
                "//SOURCES No.java | Main.java: //SOURCES: no such file: ",
                "//SOURCES no*.java | Main.java: //SOURCES no*.java: no such files in ",
                "//SOURCES no/*.java | Main.java: //SOURCES no/*.java: cannot read these files: ",
                "//JAVA_OPTIONS 'a | Main.java: //JAVA_OPTIONS: a quote has no end: "
            })
    void mistakesAreNamed(String line, String expected) throws IOException {
        Path file = write("Main.java", line);
        String message = assertThrows(BadInputException.class, () -> SourceDirectives.read(file))
                .getMessage();
        assertTrue(message.startsWith(expected), message);
    }

    @Test
    void aPomOfTheDependencies() {
        String pom = MavenArtifacts.pom(List.of("a.b:c:1.0:tests@test-jar", "d:e:3@pom", "f:g"), List.of("central"));
        assertTrue(
                pom.contains("<dependency><groupId>a.b</groupId><artifactId>c</artifactId><version>1.0</version>"
                        + "<classifier>tests</classifier><type>test-jar</type></dependency>"
                        + "<dependency><groupId>f</groupId><artifactId>g</artifactId></dependency>"),
                pom);
        assertTrue(pom.contains("<version>3</version><type>pom</type><scope>import</scope>"), pom);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a | central | //DEPS a: not of the form GROUP:ARTIFACT:VERSION",
                "a:<b>:1 | central | //DEPS a:<b>:1: not of the form GROUP:ARTIFACT:VERSION",
                "a:b:1 | mine | //REPOS mine: not of the form NAME=URL"
            })
    void whatMavenWouldNotTakeIsRefused(String dependency, String repository, String expected) {
        String message = assertThrows(
                        BadInputException.class, () -> MavenArtifacts.pom(List.of(dependency), List.of(repository)))
                .getMessage();
        assertEquals(expected, message);
    }
}
