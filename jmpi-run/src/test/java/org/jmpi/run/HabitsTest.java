package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import mpi.examples.Careful;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What existing programs do without being asked to: they run as they are, over each transport. */
@Timeout(60)
class HabitsTest {
    private static Launch habit(int ranks, String transport, String... args) throws IOException {
        return Launch.program(HabitProgram.class, ranks, transport, List.of(), args);
    }

    private static List<String> sorted(String text) {
        return text.lines().sorted().collect(Collectors.toList());
    }

    /** Runs a program in which each of some ranks prints the same line and nothing else happens. */
    private static void expect(String line, int times, int ranks, String transport, String... args) throws Exception {
        try (Launch launch = habit(ranks, transport, args)) {
            launch.expect(0);
            assertEquals(Collections.nCopies(times, line), launch.out().lines().toList());
            assertEquals("", launch.err());
        }
    }

    // ---- beginning and end ----

    @ParameterizedTest
    @ValueSource(strings = {"socket", "threads"})
    void mainEndsWithoutFinalizeAndItsMessagesArrive(String transport) throws Exception {
        expect("all arrived", 1, 2, transport, "no Finalize");
    }

    @ParameterizedTest
    @CsvSource({"socket, --check, no Finalize, 1", "threads, --check, no Finalize, 1", "threads, --check, print, 0"})
    @Tag("full")
    void aCheckedJobWithoutFinalizeEndsWithANote(String transport, String option, String habit, int notes)
            throws Exception {
        try (Launch launch = Launch.program(HabitProgram.class, 2, transport, List.of(option), habit)) {
            launch.expect(0);
            List<String> said = launch.said().stream()
                    .filter(line -> line.contains("no rank has called MPI.Finalize"))
                    .toList();
            assertEquals(notes, said.size(), said.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "threads"})
    @Tag("full")
    void everyRankCallsExitWithoutFinalize(String transport) throws Exception {
        expect("", 0, 3, transport, "exit", "0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "threads"})
    void aThreadBesideMainCallsExitAfterFinalize(String transport) throws Exception {
        expect("finalized", 2, 2, transport, "exit from a thread");
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"socket", "threads"})
    @Timeout(60) // less than the linger
    void oneRankCallsExitWhileOthersWaitForIt(String transport) throws Exception {
        List<String> options = List.of("-Djmpi.linger.s=100");
        try (Launch launch = Launch.program(HabitProgram.class, 3, transport, options, "exit", "3")) {
            launch.expect(3);
            assertEquals(List.of("jmpirun: rank 1 ended with exit code 3 (System.exit)"), launch.said());
        }
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"socket", "threads"})
    void oneRankAbortsFromAThreadWhileAllWait(String transport) throws Exception {
        try (Launch launch = habit(3, transport, "abort beside")) {
            launch.expect(5);
            assertEquals(List.of("jmpirun: rank 1 called MPI.Abort with code 5"), launch.said());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "threads"})
    void initAndFinalizeFollowEachOther(String transport) throws Exception {
        expect("all rounds", 3, 3, transport, "rounds");
    }

    @ParameterizedTest
    @CsvSource({"socket, 2", "threads, 4"})
    void initIsRefusedAfterARankHasEnded(String transport, int ranks) throws Exception {
        expect("refused", ranks - 1, ranks, transport, "Init alone");
    }

    // ---- arguments and output ----

    @ParameterizedTest
    @ValueSource(strings = {"socket", "threads"})
    @Tag("full")
    void argumentsComeBackAsTheyWere(String transport) throws Exception {
        String[] args = {
            "arguments", "", "-np", "--help", "-Dx=y", "a b", "*", "\"'\\$HOME", "\u00e4\u20ac\ud83d\ude00", " ", ""
        };
        try (Launch launch = habit(2, transport, args)) {
            launch.expect(0);
            List<String> expected = Arrays.stream(args)
                    .map(arg -> Arrays.toString(arg.chars().toArray()))
                    .collect(Collectors.toList());
            assertEquals(expected, launch.out().lines().toList());
        }
    }

    @ParameterizedTest
    @CsvSource({"socket, UTF-8", "threads, ISO-8859-1"})
    void outputIsInTheEncodingOfTheRanks(String transport, String encoding, @TempDir Path folder) throws Exception {
        List<String> options = List.of(
                "-Dfile.encoding=" + encoding,
                "-Dstdout.encoding=" + encoding,
                "-Dsun.stdout.encoding=" + encoding,
                "--output-dir",
                folder.toString());
        try (Launch launch = Launch.program(HabitProgram.class, 2, transport, options, "print")) {
            launch.expect(0);
            byte[] expected = "Gr\u00fc\u00dfe\n".getBytes(Charset.forName(encoding));
            for (int rank = 0; rank < 2; rank++)
                assertArrayEquals(expected, Files.readAllBytes(folder.resolve("rank-" + rank + ".out")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "threads"})
    @Tag("full")
    void outputPassesJmpirunUnchanged(String transport, @TempDir Path folder) throws Exception {
        Path file = folder.resolve("out");
        String script = "\"$@\" -np 2 --transport " + transport + " -Dfile.encoding=ISO-8859-1"
                + " -Dstdout.encoding=ISO-8859-1 -Dsun.stdout.encoding=ISO-8859-1 -cp '" + Launch.testClasses() + "' "
                + HabitProgram.class.getName() + " print > '" + file + "'";
        try (Launch launch = Launch.shell(script)) {
            launch.expect(0);
            assertEquals("Gr\u00fc\u00dfe\n".repeat(2), Files.readString(file, StandardCharsets.ISO_8859_1));
        }
    }

    // ---- classes ----

    @ParameterizedTest
    @ValueSource(strings = {"socket", "threads"})
    @Tag("full")
    void aProgramBelowTheLibrarysPackageHasStaticsOfItsOwn(String transport) throws Exception {
        try (Launch launch = Launch.program(Careful.class, 3, transport, List.of())) {
            launch.expect(0);
            List<String> lines = sorted(launch.out());
            assertEquals(3, lines.size());
            for (int rank = 0; rank < 3; rank++) assertEquals("rank " + rank + ": sum 3, calls 2", lines.get(rank));
        }
    }

    // ---- threads ----

    @ParameterizedTest
    @ValueSource(strings = {"socket", "threads"})
    @Tag("full")
    void aDaemonThatWaitsForEverKeepsNobody(String transport) throws Exception {
        expect("", 0, 2, transport, "daemon left");
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "threads"})
    void aThreadThatOutlivesMainStillCommunicates(String transport) throws Exception {
        expect("still there", 2, 2, transport, "thread left");
    }

    // ---- in one JVM ----

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void oneArrayIsSentAndReceivedAtTheSameTime(int ranks) {
        Jmpi.run(ranks, () -> SameArrayProgram.main(new String[0]));
    }

    @Test
    void severalThreadsUseCommunicatorsOfTheirOwn() {
        Jmpi.run(3, () -> HabitProgram.main(new String[] {"threads on clones"}));
    }
}
