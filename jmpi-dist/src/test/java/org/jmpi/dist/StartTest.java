package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How jobs start by the script of a distribution: which files they leave, and where their classes come from. */
@Timeout(150)
class StartTest {
    private static final int LIMIT_SECONDS = 50;
    private static final int TRAINING_SECONDS = 100;
    private static final String OF_ARCHIVE = " source: shared objects file (top)";

    @TempDir
    private Path home;

    private Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectory(home.resolve("work"));
    }

    private Distribution.Ended job(Map<String, String> environment, String... arguments) throws Exception {
        Distribution.Ended ended = Distribution.run(folder, LIMIT_SECONDS, environment, List.of(arguments));
        assertEquals(0, ended.exitCode(), ended::toString);
        return ended;
    }

    /** Returns where the archives for this JVM are, below the folder for all of them. */
    private static Path archives(Path cache) {
        String name = System.getProperty("java.home").substring(1).replace('/', '-');
        return Path.of(cache.toString(), Distribution.FOLDER.resolve("lib").toString(), name);
    }

    @Test
    void jmpirunAndItsRanksStartFromArchivesThatThePackingMade() throws Exception {
        String loads = "-Xlog:class+load:file=" + folder.resolve("loads-%p");
        job(Map.of("JDK_JAVA_OPTIONS", loads), "-np", "2", "init");
        List<String> logs = logs();
        assertEquals(3, logs.size());
        assertTrue(logs.stream().anyMatch(log -> log.contains("org.jmpi.run.Jmpirun" + OF_ARCHIVE)));
        List<String> ranks = logs.stream()
                .filter(log -> log.contains("org.jmpi.comm.session.RankWorld" + OF_ARCHIVE))
                .toList();
        assertEquals(2, ranks.size());
        for (String rank : ranks) {
            // Ranks of one host do not look for what only jmpirun needs.
            assertFalse(rank.contains(" java.security.SecureRandom source: "), rank);
            // Nor do they open jars: their JVMs find the classes of archives and of the boot class path. A rank that
            // sleeps opens a selector, whose provider the JDK searches in the class path.
            boolean slept = rank.contains(" java.nio.channels.spi.SelectorProvider source: ");
            assertTrue(slept || !rank.contains(" java.util.zip.ZipFile source: "), rank);
            assertFalse(rank.contains(" org.jmpi.comm.progress.Wait source: /"), rank);
            assertFalse(rank.contains(" org.jmpi.comm.coll.Scatter source: "), rank);
        }
    }

    @Test
    @Tag("full")
    void twoTrainingsAtOnceLeaveOneSetOfArchives() throws Exception {
        Path archives = archives(home.resolve("a cache"));
        Map<String, String> environment =
                Map.of("JMPI_CACHE", home.resolve("a cache").toString());
        Distribution.Ended ended = Distribution.shell(
                folder, TRAINING_SECONDS, environment, "\"$0\" --train & \"$0\" --train && wait $!; echo $?");
        assertEquals(3, ended.out().size(), ended::toString);
        assertEquals(1, ended.out().stream().filter("0"::equals).count(), ended::toString);
        assertTrue(ended.out().get(0).endsWith(" MiB, in " + archives), ended::toString);
        assertEquals(List.of(archives.getFileName().toString()), names(archives.getParent()));
        assertEquals(List.of("auto.jsa", "java", "jmpirun.jsa", "socket.jsa", "threads.jsa"), names(archives));
        Distribution.Ended job = job(environment, "-v", "-np", "1", "init");
        Files.delete(archives.resolve("java"));
        assertTrue(
                job.toString().contains(" -XX:SharedArchiveFile=" + archives.resolve("auto.jsa") + " "), job::toString);
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /**
     * Behind the program, for JVMs that it starts by its own class path; the same over every transport, and no library
     * among them.
     */
    @Tag("job")
    @ParameterizedTest
    @ValueSource(strings = {"shm", "rmi-kryo"})
    void aProgramSeesJmpiBehindItselfAndNothingElse(String transport) throws Exception {
        List<Path> path = classPath(transport);
        assertEquals(folder, path.get(0));
        assertEquals(
                List.of("ibm-test-suite", "jmpi"),
                path.stream()
                        .skip(1)
                        .map(jar -> jar.getFileName().toString().replaceAll("^(jmpi|ibm-test-suite)-.*", "$1"))
                        .distinct()
                        .sorted()
                        .toList());
    }

    /** Returns the class path of a rank whose program lies in the folder. */
    private List<Path> classPath(String transport) throws Exception {
        String told = job(Map.of(), "-v", "-np", "2", "--transport", transport, "-cp", folder.toString(), "init")
                .toString();
        String path = told.replaceAll("(?s).* -cp (\\S+) org\\.jmpi\\.bench\\.Init.*", "$1");
        return Stream.of(path.split(File.pathSeparator)).map(Path::of).collect(Collectors.toList());
    }

    /** Returns what each process has written of the classes that it loads. */
    private List<String> logs() throws IOException {
        List<String> logs = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "loads-*")) {
            for (Path file : files) logs.add(Files.readString(file));
        }
        return logs;
    }

    /** Else the collector puts what two ranks write to side by side, sooner or later. */
    @Tag("job")
    @Test
    void ranksOfAJvmWriteToLinesOfTheirOwn() throws Exception {
        String classes = Path.of("target", "test-classes").toAbsolutePath().toString();
        String program = CacheLines.class.getName();
        job(Map.of("JMPI_CACHE", "off"), "-np", "2", "--transport", "threads", "-cp", classes, program);
        // The same from an archive, whose classes are laid out already.
        job(Map.of(), "-np", "2", "--transport", "threads", "-cp", classes, program);
        job(Map.of(), "-np", "4", "--threads-per-process", "2", "-cp", classes, program);
    }

    @Tag("job")
    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void closedStreamsAreEmptyOrCannotBeWritten(String transport) throws Exception {
        String job = "\"$0\" -np 1 --transport " + transport + " -cp '"
                + Path.of("target", "test-classes").toAbsolutePath() + "' " + Streams.class.getName();
        String script = job + " <&-; echo $?; " + job + " x </dev/null >/dev/null 2>&-; echo $?; " + job
                + " <&- >&-; echo $?; " + job + " x <&- >&- 2>&-; echo $?; " + job + " <&- 2>&-; echo $?";
        Distribution.Ended ended = Distribution.shell(folder, LIMIT_SECONDS, script);
        assertEquals(List.of("0 bytes", "0", "1", "1", "1", "0 bytes", "0"), ended.out(), ended::toString);
        assertEquals(
                "jmpirun: cannot write the output of the ranks: Bad file descriptor",
                ended.err().get(0));
    }

    @Tag("job")
    @Test
    void anArchiveThatDoesNotFitIsNoTrouble() throws Exception {
        Path archives = Files.createDirectories(archives(home));
        Files.createSymbolicLink(archives.resolve("java"), Path.of(System.getProperty("java.home"), "bin", "java"));
        Files.writeString(archives.resolve("jmpirun.jsa"), "no archive");
        Map<String, String> environment = Map.of("JMPI_CACHE", home.toString());
        assertEquals("\n", job(environment, "-np", "1", "sh", "-c", "true").toString());
        Path packed = archives(Distribution.FOLDER.resolve("archives"));
        Files.copy(packed.resolve("threads.jsa"), archives.resolve("auto.jsa"));
        assertEquals("\n", job(environment, "-np", "1", "init").toString());
        Files.delete(archives.resolve("java"));
    }

    @Test
    void ranksThatAreThreadsLoadNoNetty() throws Exception {
        List<String> out = job(Map.of(), "-np", "2", "--transport", "threads", "-Xlog:class+load", "init")
                .out();
        assertTrue(out.stream().anyMatch(line -> line.contains(" mpi.MPI source: ")));
        assertEquals(
                List.of(), out.stream().filter(line -> line.contains(".netty.")).collect(Collectors.toList()));
    }
}
