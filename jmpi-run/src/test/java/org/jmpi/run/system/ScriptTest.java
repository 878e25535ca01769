package org.jmpi.run.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the script jmpirun does before it starts Java; the java here prints its locale and its arguments. */
@EnabledOnOs(OS.LINUX)
class ScriptTest {
    private static final String JAVA = "#!/bin/sh\necho \"LC_CTYPE=$LC_CTYPE LC_ALL=$LC_ALL $*\"\n";

    @TempDir
    private Path folder;

    private Path script;

    @BeforeEach
    void aDistribution() throws IOException {
        script = Files.createDirectories(folder.resolve("jmpi/bin")).resolve("jmpirun");
        Files.copy(Path.of("../jmpirun"), script);
        Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, JAVA);
        assertTrue(script.toFile().setExecutable(true, false) && java.toFile().setExecutable(true, false));
        Files.createDirectories(folder.resolve("jmpi/lib"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Returns the exit code and all output of a command, in which {@code $0} is the script. */
    private String run(Map<String, String> environment, String command, String... prefix) throws Exception {
        List<String> words = new ArrayList<>(List.of(prefix));
        words.addAll(List.of("sh", "-c", command, script.toString()));
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectErrorStream(true).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.matches("(LC_|JMPI_|XDG_).*|LANG|JAVA_HOME"));
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + out.strip();
    }

    @ParameterizedTest
    @CsvSource({
        "LANG, C, LC_CTYPE=C.UTF-8 LC_ALL= ",
        "X, none, LC_CTYPE=C.UTF-8 LC_ALL= ",
        "LC_ALL, POSIX, LC_CTYPE=C.UTF-8 LC_ALL=C.UTF-8 ",
        "LANG, C.UTF-8, LC_CTYPE= LC_ALL= ",
        "LC_ALL, de_DE.UTF-8, LC_CTYPE= LC_ALL=de_DE.UTF-8 "
    })
    void namesThatAreNotAsciiNeedAnotherLocaleThanC(String variable, String value, String locale) throws Exception {
        String out = run(Map.of(variable, value), "\"$0\" \"Gr$(printf '\\303\\274')n\"");
        assertTrue(out.startsWith("0 " + locale), out);
        assertTrue(out.endsWith(" org.jmpi.run.Jmpirun Gr\u00fcn"), out);
    }

    @Test
    void theLocaleStaysIfAllNamesAreAscii() throws Exception {
        String out = run(Map.of("LC_ALL", "C"), "\"$0\" 'a b' '~*?'");
        assertTrue(out.startsWith("0 LC_CTYPE= LC_ALL=C "), out);
    }

    @Test
    void tooFewOpenFilesAreSaidFirst() throws Exception {
        assertEquals(
                "2 jmpirun: a process may open 20 files: jmpirun needs 32; raise the limit (ulimit -n)",
                run(Map.of(), "ulimit -n 20; \"$0\" hello"));
    }

    @Test
    void tooFewProcessesAreSaidFirst() throws Exception {
        String out = run(Map.of(), "ulimit -p 30 2>/dev/null || ulimit -u 30; \"$0\" hello", asAnotherUser());
        assertTrue(
                out.matches("2 jmpirun: this user has \\d+ processes and threads of the 30 that ulimit -u allows: .*"),
                out);
    }

    @Test
    void aCheckoutOfAnotherUserThatIsNotBuiltIsRefused() throws Exception {
        Files.createFile(script.resolveSibling("pom.xml"));
        String out = run(Map.of(), "\"$0\" hello", asAnotherUser());
        assertTrue(out.matches("2 jmpirun: .*/bin is not built yet, and this user may not write there: .*"), out);
    }

    @Test
    void aCheckoutOfAnotherUserStartsAsItWasBuilt() throws Exception {
        Path lib = Files.createDirectories(script.resolveSibling("jmpi-dist/target/jmpi/lib"));
        Files.setLastModifiedTime(lib, FileTime.fromMillis(0));
        Files.createDirectories(script.resolveSibling("jmpi-dist/src/main"));
        Files.createDirectories(script.resolveSibling("jmpi-dist/src/assembly"));
        for (String pom : List.of("pom.xml", "jmpi-dist/pom.xml")) Files.createFile(script.resolveSibling(pom));
        String out = run(Map.of(), "\"$0\" hello", asAnotherUser());
        assertTrue(out.startsWith("0 jmpirun: the sources are newer than the build in "), out);
        assertTrue(out.endsWith(" org.jmpi.run.Jmpirun hello"), out);
    }

    /** Makes a folder of archives for the java here, and returns it as the script names it. */
    private String trained(Path archives) throws IOException {
        Path trained = Files.createDirectories(archives.resolve("a jvm"));
        Files.createSymbolicLink(trained.resolve("java"), folder.resolve("jdk/bin/java"));
        Path other = Files.createDirectories(archives.resolve("another jvm"));
        Files.createSymbolicLink(other.resolve("java"), script);
        return trained + "/";
    }

    /** Returns the folder for this distribution below one for archives of all. */
    private Path below(Path archives) throws IOException {
        return archives.resolve(
                folder.resolve("jmpi/lib").toRealPath().toString().substring(1));
    }

    private static void assertArchives(String folder, String out) {
        String options = "-Djmpi.archives=" + folder + " -XX:SharedArchiveFile=" + folder + "jmpirun.jsa ";
        assertTrue(out.contains(options), () -> options + " is not in " + out);
    }

    @Test
    void archivesAreForAJvmUnderAnyName() throws Exception {
        String installed = trained(below(folder.resolve("jmpi/archives")));
        Files.createSymbolicLink(folder.resolve("default"), folder.resolve("jdk"));
        assertArchives(installed, run(Map.of("HOME", "/none"), "JAVA_HOME=default \"$0\" hello"));
        assertArchives(
                installed, run(Map.of("HOME", "/none"), "unset JAVA_HOME; PATH=default/bin:$PATH; \"$0\" hello"));
    }

    @Test
    void archivesOfAnInstallationThatWasMovedAreNotUsed() throws Exception {
        trained(folder.resolve("jmpi/archives/former/place/lib"));
        assertFalse(run(Map.of("HOME", "/none"), "\"$0\" hello").contains("SharedArchiveFile"));
    }

    @Test
    void theNewestArchivesAreUsed() throws Exception {
        String installed = trained(below(folder.resolve("jmpi/archives")));
        String cached = trained(below(folder.resolve(".cache/jmpi")));
        Map<String, String> home = Map.of("HOME", folder.toString(), "XDG_CACHE_HOME", folder + "/.cache");
        Files.setLastModifiedTime(Path.of(installed), FileTime.fromMillis(0));
        assertArchives(cached, run(home, "\"$0\" hello"));
        Files.setLastModifiedTime(Path.of(cached), FileTime.fromMillis(0));
        Files.setLastModifiedTime(Path.of(installed), FileTime.fromMillis(10_000));
        assertArchives(installed, run(home, "\"$0\" hello"));
    }

    @Test
    void aCacheThatIsNamedIsTheOnlyFolder() throws Exception {
        trained(below(folder.resolve("jmpi/archives")));
        String cached = trained(below(folder.resolve("cache")));
        String out = run(Map.of("JMPI_CACHE", folder + "/cache"), "\"$0\" hello");
        assertArchives(cached, out);
        assertTrue(out.contains("-Djmpi.archives.folders=" + below(folder.resolve("cache")) + " "), out);
        for (String none : List.of("off", "", "relative", folder + "/empty"))
            assertFalse(run(Map.of("JMPI_CACHE", none), "\"$0\" hello").contains("SharedArchiveFile"), none);
        assertFalse(run(Map.of("JMPI_CACHE", "off"), "\"$0\" hello").contains("jmpi.archives"));
    }

    @Test
    void archivesInACacheOfAnotherUserAreNotUsed() throws Exception {
        String cached = trained(below(folder.resolve("cache")));
        Map<String, String> environment = Map.of("JMPI_CACHE", folder + "/cache");
        assertArchives(cached, run(environment, "\"$0\" hello"));
        assertFalse(run(environment, "\"$0\" hello", asAnotherUser()).contains("rchive"));
    }

    /** Returns the words that run a command as a user who owns nothing; skips the test where that is not possible. */
    private String[] asAnotherUser() throws Exception {
        String[] words = {"setpriv", "--reuid", "54321", "--clear-groups"};
        assumeTrue(CommandPath.ofSystem().find(words[0]).isPresent());
        assumeTrue(run(Map.of(), "true", words).startsWith("0"), "not root");
        return words;
    }
}
