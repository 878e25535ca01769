package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Input and output of ranks that are processes. */
@Timeout(120)
class OutputTest {
    @TempDir
    private Path folder;

    private static List<String> sorted(String text) {
        return text.lines().sorted().collect(Collectors.toList());
    }

    @Test
    void linesStayWhole() throws Exception {
        try (Launch launch = Launch.ranks(4, "all:lines=3000").expect(0)) {
            assertEquals(4 * 3000, launch.out().lines().count());
            assertTrue(launch.out().lines().allMatch(line -> line.matches("\\d line \\d+ *;")));
        }
    }

    @Test
    void tagsWholeLines() throws Exception {
        try (Launch launch = Launch.ranks(List.of("-np", "2", "--tag-output"), "all:lines=3", "all:err=bad")
                .expect(0)) {
            assertEquals(
                    List.of(
                            "[0] 0 line 0;",
                            "[0] 0 line 1 ;",
                            "[0] 0 line 2  ;",
                            "[1] 1 line 0;",
                            "[1] 1 line 1 ;",
                            "[1] 1 line 2  ;"),
                    sorted(launch.out()));
            assertEquals(List.of("[0] bad", "[1] bad"), sorted(launch.err()));
        }
    }

    @Test
    void bytesPassUnchanged() throws Exception {
        byte[] bytes = new byte[300_000];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (i * 31 + i / 256);
        Path file = Files.write(folder.resolve("bytes"), bytes);
        Path copy = folder.resolve("copy");
        String script = "\"$@\" -np 1 cat '" + file + "' > '" + copy + "'";
        try (Launch launch = Launch.shell(script).expect(0)) {
            assertEquals("", launch.err());
            assertArrayEquals(bytes, Files.readAllBytes(copy));
        }
    }

    // Three pipes and buffers of 64 KiB take all of it, so that the rank ends at once; silence ends jmpirun after 2 s.

    @Test
    @Tag("full")
    void allOutputArrivesThoughItsReaderPauses() throws Exception {
        try (Launch launch = Launch.shell("\"$@\" -np 1 seq 1 25000 | (read first; sleep 3; wc -l)")
                .expect(0)) {
            assertEquals("24999", launch.out().strip());
        }
    }

    @Test
    @Tag("full")
    void outputThatNobodyReadsAfterAPauseFailsTheJob() throws Exception {
        String script = "( \"$@\" -np 1 seq 1 25000; echo exit code $? >&2 ) | (read first; sleep 3)";
        try (Launch launch = Launch.shell(script).expect(0)) {
            assertEquals("exit code 141\n", launch.err());
        }
    }

    @Test
    @Tag("full")
    void aSignalEndsJmpirunThoughItsReaderPauses() throws Exception {
        String pipe = "'" + folder.resolve("pipe") + "'";
        String script = "mkfifo " + pipe + "; \"$@\" -np 1 seq 1 25000 > " + pipe + " & exec 3< " + pipe
                + "; read first <&3; sleep 3; kill -TERM $!; wait $!; echo exit code $?";
        try (Launch launch = Launch.shell(script).expect(0)) {
            assertEquals("exit code 143\n", launch.out());
            assertEquals(List.of("jmpirun: interrupted: all ranks ended"), launch.said());
        }
    }

    @Test
    @Tag("full")
    void aSilentProcessThatHoldsTheOutputKeepsNobody() throws Exception {
        String pipe = "'" + folder.resolve("pipe") + "'";
        String script = "mkfifo " + pipe + "; exec 3<> " + pipe
                + "; \"$@\" -np 1 sh -c 'env -i /bin/cat \"$0\" & echo started; read end; true' " + pipe;
        try (Launch launch = Launch.shell(script)) {
            launch.awaitOut("started\n");
            launch.stdin().close();
            launch.expect(0);
        }
    }

    @Test
    void aPromptAppearsBeforeItsLineEnds() throws Exception {
        try (Launch launch = Launch.ranks(2, "0:print=name? ", "0:stdin")) {
            launch.awaitOut("name\\? ");
            try (OutputStream stdin = launch.stdin()) {
                stdin.write("Ada\n".getBytes(StandardCharsets.UTF_8));
            }
            launch.expect(0);
            assertEquals("name? 0 read Ada\n", launch.out());
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"-, some text, '', ''", "2, '', '', some text", "all, some text, some text, some text"})
    void inputReachesTheRanksItIsMeantFor(String option, String zero, String one, String two) throws Exception {
        List<String> options = option == null ? List.of("-np", "3") : List.of("-np", "3", "--stdin", option);
        try (Launch launch = Launch.ranks(options, "all:stdin")) {
            try (OutputStream stdin = launch.stdin()) {
                stdin.write("some text\n".getBytes(StandardCharsets.UTF_8));
            }
            launch.expect(0);
            assertEquals(List.of("0 read " + zero, "1 read " + one, "2 read " + two), sorted(launch.out()));
        }
    }

    @Test
    void writesAFilePerRank() throws Exception {
        Path target = folder.resolve("with blank").resolve("deep");
        List<String> options = List.of("-np", "2", "--output-dir", target.toString());
        try (Launch launch =
                Launch.ranks(options, "all:print=out of %", "all:err=err of %").expect(0)) {
            assertEquals("", launch.out());
            assertEquals("", launch.err());
            for (int rank = 0; rank < 2; rank++) {
                assertEquals("out of " + rank, Files.readString(target.resolve("rank-" + rank + ".out")));
                assertEquals("err of " + rank + "\n", Files.readString(target.resolve("rank-" + rank + ".err")));
            }
        }
    }

    @Test
    void tellsWhatItDoesIfAskedTo() throws Exception {
        try (Launch launch =
                Launch.ranks(List.of("-np", "2", "-v"), "all:join", "all:pid").expect(0)) {
            String said = String.join("\n", launch.said());
            for (ProcessLine line : List.of(new ProcessLine(0), new ProcessLine(1))) {
                assertTrue(said.contains(line.started), said);
                assertTrue(said.contains(line.place), said);
                assertTrue(said.contains(line.ended), said);
            }
            assertFalse(
                    said.contains("JMPI_SECRET") || said.contains("jmpi-run.jar") || said.contains("picocli"), said);
        }
    }

    private static final class ProcessLine {
        private final String started;
        private final String place;
        private final String ended;

        ProcessLine(int rank) {
            started = "jmpirun: rank " + rank + ": process ";
            place = "jmpirun: rank " + rank + " is at test place " + rank + " on host here in process ";
            ended = "jmpirun: rank " + rank + " ended with exit code 0";
        }
    }
}
