package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Archives of classes: a first job leaves them, later ones use them, and no job depends on them. */
@Timeout(180)
class ClassArchiveTest {
    private static final String ARCHIVE = "auto.jsa";
    private static final String LABEL = "auto.jsa.label";

    @TempDir
    private static Path whole;

    @TempDir
    private Path folder;

    @BeforeAll
    static void aFirstJob() throws Exception {
        try (Launch launch = job(whole)) {
            awaitMakers(launch);
        }
    }

    private static Launch job(Path archives, String... options) throws Exception {
        return Launch.archived(
                archives,
                Stream.concat(Stream.of("-v", "-np", "2"), Stream.of(words(options)))
                        .toArray(String[]::new));
    }

    private static String[] words(String... options) {
        return Stream.concat(
                        Stream.of(options),
                        Stream.of("-cp", Launch.testClasses(), MpiProgram.class.getName(), "everything"))
                .toArray(String[]::new);
    }

    /** Waits for a job's good end, and then for the processes that it leaves behind. */
    private static List<ProcessHandle> awaitMakers(Launch launch) throws Exception {
        assertEquals(0, launch.exitCode(), launch::err);
        List<ProcessHandle> makers = launch.left();
        for (ProcessHandle maker : makers) maker.onExit().get();
        return makers;
    }

    private static String named(Path archive) {
        return "-XX:SharedArchiveFile=" + archive + " ";
    }

    /** Returns what a job says that is given the archives of the first one, in a folder of its own. */
    private Launch jobWithCopies(String... options) throws Exception {
        for (String name : List.of(ARCHIVE, LABEL))
            if (!Files.exists(folder.resolve(name))) Files.copy(whole.resolve(name), folder.resolve(name));
        return job(folder, options);
    }

    private static List<String> files(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().collect(Collectors.toList());
        }
    }

    @Test
    void aFirstJobLeavesArchivesOfItsRanksAndOfJmpirun() throws Exception {
        assertEquals(List.of(ARCHIVE, LABEL, "jmpirun.jsa", "jmpirun.jsa.label", "lock", "log.txt"), files(whole));
        assertTrue(Files.readString(whole.resolve(LABEL)).contains(System.getProperty("java.vm.version")));
    }

    @Test
    void laterJobsUseThemAndLeaveNothingBehind() throws Exception {
        try (Launch launch = job(whole, "-Xlog:class+load").expect(0)) {
            assertTrue(launch.err().contains(named(whole.resolve(ARCHIVE))), launch.err());
            assertTrue(launch.out().contains("source: shared objects file (top)"), launch.out());
        }
    }

    @Test
    void anArchiveOfOtherJarsIsReplaced() throws Exception {
        Files.copy(whole.resolve(ARCHIVE), folder.resolve(ARCHIVE));
        String label = Files.readString(whole.resolve(LABEL));
        Files.writeString(folder.resolve(LABEL), label.replaceFirst("(jmpi-comm[^ ]*) [0-9]+", "$1 7"));
        try (Launch launch = job(folder)) {
            assertFalse(awaitMakers(launch).isEmpty());
            assertFalse(launch.err().contains("SharedArchiveFile"), launch.err());
            assertEquals(
                    label.lines().count(),
                    Files.readAllLines(folder.resolve(LABEL)).size());
            assertFalse(Files.readString(folder.resolve(LABEL)).contains(".jar 7 "));
        }
    }

    @Test
    void anArchiveThatIsCutShortIsNotUsed() throws Exception {
        Files.copy(whole.resolve(ARCHIVE), folder.resolve(ARCHIVE));
        folder.resolve(ARCHIVE).toFile().setWritable(true);
        try (RandomAccessFile file =
                new RandomAccessFile(folder.resolve(ARCHIVE).toFile(), "rw")) {
            file.setLength(100_000);
        }
        try (Launch launch = jobWithCopies()) {
            assertEquals(0, launch.exitCode(), launch::err);
            assertFalse(launch.err().contains("SharedArchiveFile"), launch.err());
        }
    }

    @Test
    void anArchiveThatIsNoneIsNoTrouble() throws Exception {
        byte[] bytes = new byte[(int) Files.size(whole.resolve(ARCHIVE))];
        Files.write(folder.resolve(ARCHIVE), bytes, StandardOpenOption.CREATE_NEW);
        try (Launch launch = jobWithCopies().expect(0)) {
            assertTrue(launch.err().contains(named(folder.resolve(ARCHIVE))), launch.err());
            assertTrue(launch.err().lines().allMatch(line -> line.startsWith("jmpirun: ")), launch.err());
        }
    }

    @Test
    void aFolderThatCannotBeMadeIsNoTrouble() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        try (Launch launch = job(file.resolve("archives")).expect(0)) {
            assertTrue(launch.err().contains("jmpirun: no class archive: "), launch.err());
        }
        try (Launch launch =
                Launch.archived(file.resolve("archives"), words("-np", "1")).expect(0)) {
            assertEquals("", launch.err());
        }
    }

    @Test
    void whatCannotBeMadeIsNotTriedAgain() throws Exception {
        String label = Files.readString(whole.resolve(LABEL));
        Files.writeString(folder.resolve(LABEL), label.replaceFirst("[0-9]+ bytes", "0 bytes"));
        job(folder).expect(0).close();
        assertEquals(List.of(LABEL), files(folder));
    }

    @Test
    void twoFirstJobsAtOnce() throws Exception {
        try (Launch one = job(folder);
                Launch other = job(folder)) {
            awaitMakers(one);
            awaitMakers(other);
        }
        assertEquals(files(whole), files(folder));
        try (Launch launch = job(folder).expect(0)) {
            assertTrue(launch.err().contains(named(folder.resolve(ARCHIVE))), launch.err());
        }
    }

    @Test
    void optionsOfTheUserWin() throws Exception {
        for (String option : List.of("-Xshare:off", "-XX:SharedArchiveFile=" + whole.resolve("no.jsa"))) {
            try (Launch launch = job(whole, option)) {
                launch.expect(0);
                assertFalse(launch.err().contains(named(whole.resolve(ARCHIVE))), launch.err());
            }
        }
    }
}
