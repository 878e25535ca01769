package org.jmpi.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jmpi.run.cli.Subcommand;
import org.jmpi.run.system.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.MissingParameterException;

class NewProjectTest {
    private static final Path EXAMPLE = Path.of("..", "examples", "maven-app");

    @TempDir
    private Path folder;

    private static String write(Path project) {
        return write(project, null);
    }

    private static String write(Path project, Path artifacts) {
        PrintStream out = System.out;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true));
        try {
            assertEquals(0, NewProject.run(project.toString(), artifacts));
        } finally {
            System.setOut(out);
        }
        return said.toString();
    }

    private static List<String> files(Path project) throws IOException {
        try (Stream<Path> files = Files.walk(project)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> project.relativize(file).toString())
                    .filter(name -> !name.startsWith("target") && !name.equals(".gitignore"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    @ResourceLock(Resources.SYSTEM_OUT)
    void itIsTheExampleThatTheBuildTests() throws IOException {
        Path project = folder.resolve("pi");
        write(project);
        assertEquals(files(EXAMPLE), files(project));
        for (String file : NewProject.FILES)
            assertEquals(Files.readString(EXAMPLE.resolve(file)), Files.readString(project.resolve(file)), file);
        assertEquals("target/\n", Files.readString(project.resolve(".gitignore")));
    }

    @Test
    @ResourceLock(Resources.SYSTEM_OUT)
    void itHasTheNameOfItsFolder() throws IOException {
        Path project = Files.createDirectories(folder.resolve("deep/my-solver_2.0"));
        String said = write(project);
        assertTrue(said.endsWith("jmpirun -np 4 -jar target/my-solver_2.0-1.0.jar\n"), said);
        String pom = Files.readString(project.resolve("pom.xml"));
        assertTrue(pom.contains("<artifactId>my-solver_2.0</artifactId>"), pom);
        assertTrue(pom.contains("<artifactId>jmpi</artifactId>"), pom);
        assertTrue(Files.readString(project.resolve("README.md")).contains("target/my-solver_2.0-1.0.jar"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"repository", "of a name with blanks", "of100%"})
    @ResourceLock(Resources.SYSTEM_OUT)
    void itKnowsTheRepositoryOfTheDistribution(String name) throws IOException {
        Path artifacts = Files.createDirectory(folder.resolve(name)).toRealPath();
        write(folder.resolve("pi"), artifacts);
        String pom = Files.readString(folder.resolve("pi/pom.xml"));
        String url = artifacts.toUri().toString().replaceFirst("/$", "");
        assertTrue(pom.contains("<jmpi.repository>" + url + "</jmpi.repository>"), pom);
        assertFalse(pom.contains("basedir"), pom);
    }

    private static String refusal(String name) {
        return assertThrows(BadInputException.class, () -> NewProject.run(name, null))
                .getMessage();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1st", "a b", "ä", "a<b", ".hidden", "a."})
    void badNames(String name) {
        Path project = folder.resolve(name);
        assertEquals(
                "new " + project + ": no name of a project: '" + project.getFileName()
                        + "': use letters, digits, '-', '_' and '.', a letter first",
                refusal(project.toString()));
        assertFalse(Files.exists(project));
        assertTrue(refusal("/").startsWith("new /: no name of a project: ''"), refusal("/"));
        assertEquals("new '': not the name of a folder", refusal(""));
    }

    @Test
    void aFolderThatCannotBeWrittenHasAReason() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nowhere"));
        assertEquals(
                "new " + link + ": cannot write the project: " + link + ": file already exists", refusal("" + link));
        Path below = Files.createFile(folder.resolve("file")).resolve("below");
        assertTrue(
                refusal("" + below).startsWith("new " + below + ": cannot write the project: "), refusal("" + below));
    }

    @ParameterizedTest
    @ValueSource(strings = {"new", "completion"})
    void theCommandNeedsAWord(String command) {
        assertThrows(MissingParameterException.class, () -> SubcommandRun.run(Subcommand.NEW, command));
    }

    @Test
    @ResourceLock(Resources.SYSTEM_OUT)
    void aNameThroughAFolderThatDoesNotExist() throws IOException {
        write(folder.resolve("none/../pi"));
        assertEquals(files(EXAMPLE), files(folder.resolve("pi")));
    }

    @Test
    void nothingIsOverwritten() throws IOException {
        Files.createFile(folder.resolve("file"));
        Files.createDirectories(folder.resolve("full/.hidden"));
        String file = folder.resolve("file").toString();
        String full = folder.resolve("full").toString();
        assertEquals("new " + file + ": there is a file of this name", refusal(file));
        assertEquals("new " + full + ": the folder is not empty: name another one", refusal(full));
    }
}
