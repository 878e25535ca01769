package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A job whose ranks are threads of one process. */
@Timeout(120)
class ThreadsTest {
    private static Launch threads(int ranks, List<String> options, String... steps) throws Exception {
        List<String> all = new ArrayList<>(List.of("--transport", "threads", "-np", "" + ranks));
        all.addAll(options);
        return Launch.ranks(all, steps);
    }

    private static Launch threads(int ranks, String... steps) throws Exception {
        return threads(ranks, List.of(), steps);
    }

    private static List<String> sorted(String text) {
        return text.lines().sorted().collect(Collectors.toList());
    }

    @Test
    void everyRankHasStaticsOfItsOwnInOneProcess() throws Exception {
        try (Launch launch = threads(3, "all:mains", "all:pid").expect(0)) {
            List<String> lines = sorted(launch.out());
            assertEquals(List.of("main 1 of rank 0", "main 1 of rank 1", "main 1 of rank 2"), lines.subList(0, 3));
            assertEquals(1, lines.subList(3, 6).stream().distinct().count(), lines.toString());
        }
    }

    /** A main class that is not public, whose main is a superclass's. */
    static class Heir extends RankProgram.Base {}

    @Test
    void theMainClassNeedNotBePublic() throws Exception {
        try (Launch launch =
                Launch.program(Heir.class, 2, "threads", List.of(), "passed").expect(0)) {
            assertEquals("passed\npassed\n", launch.out());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit", "halt"})
    void aRankThatEndsWithAnotherCodeIsNamed(String how) throws Exception {
        try (Launch launch = threads(3, "2:" + how + "=7", "all:wait").expect(7)) {
            assertEquals(List.of("jmpirun: rank 2 ended with exit code 7 (System.exit)"), launch.said());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit", "halt"})
    void theOthersGoOnWhenARankEndsWell(String how) throws Exception {
        String[] steps = {"2:println=last words", "2:" + how + "=0", "!2:stdin", "1:" + how + "=0", "all:println=end"};
        try (Launch launch = threads(3, List.of("--stdin", "all"), steps)) {
            launch.awaitOut("last words\n");
            launch.stdin().close();
            launch.expect(0);
            assertEquals(List.of("0 read ", "1 read ", "end", "last words"), sorted(launch.out()));
        }
    }

    @Test
    void everyRankHasStandardStreamsOfItsOwn() throws Exception {
        List<String> options = List.of("--stdin", "all");
        try (Launch launch = Launch.program(StreamsProgram.class, 3, "threads", options)) {
            try (OutputStream stdin = launch.stdin()) {
                stdin.write("some text\n".getBytes(StandardCharsets.UTF_8));
            }
            launch.expect(0);
            assertEquals("", launch.err());
            for (int rank = 0; rank < 3; rank++) {
                String lines = "rank % caught all\nrank % read some text\nrank % in a common pool\n";
                assertTrue(launch.out().contains(lines.replace("%", "" + rank)), launch.out());
                assertTrue(launch.out().contains(rank + " last words"), launch.out());
            }
        }
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm"})
    void aRankThatFillsTheHeapByAndByIsNamed(String transport) throws Exception {
        expectFullHeap(transport, "fill");
    }

    @Test
    @Tag("full")
    void aRankWhoseThreadFillsTheHeapByAndByIsNamed() throws Exception {
        expectFullHeap("threads", "fill from a thread");
    }

    private static void expectFullHeap(String transport, String how) throws Exception {
        List<String> options = List.of("-Xmx48m", "-XX:-UseSerialGC", "-XX:+UseParallelGC");
        try (Launch launch = Launch.program(MpiProgram.class, 3, transport, options, how, "1")) {
            launch.expect(1);
            String line = String.join("\n", launch.said());
            String reason =
                    ": out of memory: (Java heap space|GC overhead limit exceeded)[^;]* \\(-Xmx sets its size\\)";
            // Ranks that share a full heap may leave no memory for a message.
            String expected = transport.equals("threads")
                    ? "the JVM of ranks 0 to 2(" + reason + "|: out of memory \\(-Xmx sets the size of the heap\\))"
                    : "rank 1" + reason;
            assertTrue(line.matches("jmpirun: " + expected), launch.err());
        }
    }

    @Tag("full")
    @Test
    void theProcessLivesAsLongAsAThreadThatIsNoDaemon() throws Exception {
        try (Launch launch = threads(2, "all:println=done", "1:thread")) {
            launch.awaitOut("(done\n){2}");
            assertTrue(launch.handle().isAlive());
            launch.signal("TERM");
            launch.expect(143);
        }
    }

    @Test
    @Tag("full")
    void timeoutShowsEveryRanksStackAndQueues() throws Exception {
        try (Launch launch = threads(2, List.of("--timeout", "10"), "all:wait").expect(110)) {
            String err = launch.err();
            for (String expected : List.of("ranks 0, 1: \"main\" WAITING\n", "RankProgram.awaitForEver", "rank 1 of 2"))
                assertTrue(err.contains(expected), () -> expected + " missing in: " + err);
            assertFalse(err.contains("SharedJvm"), err);
            String none = "jmpirun: no rank waits in an MPI call";
            assertEquals(List.of(none, none, "jmpirun: --timeout: the job did not end within 10 s"), launch.said());
        }
    }

    @ParameterizedTest
    @CsvSource({"2, '', '', some text", "all, some text, some text, some text"})
    void inputReachesTheRanksItIsMeantFor(String option, String zero, String one, String two) throws Exception {
        try (Launch launch = threads(3, List.of("--stdin", option), "all:stdin")) {
            try (OutputStream stdin = launch.stdin()) {
                stdin.write("some text\n".getBytes(StandardCharsets.UTF_8));
            }
            launch.expect(0);
            assertEquals(List.of("0 read " + zero, "1 read " + one, "2 read " + two), sorted(launch.out()));
        }
    }

    @Test
    void tagsWholeLines() throws Exception {
        String[] steps = {"all:print=x", "all:print=y", "all:println=z%", "all:lines=200", "all:err=bad"};
        try (Launch launch = threads(3, List.of("--tag-output"), steps).expect(0)) {
            assertEquals(3 * 201, launch.out().lines().count());
            for (int rank = 0; rank < 3; rank++) {
                String tag = "[" + rank + "] ";
                assertTrue(launch.out().contains(tag + "xyz" + rank + "\n"), launch.out());
                assertTrue(launch.err().contains(tag + "bad\n"), launch.err());
            }
            assertTrue(
                    launch.out().lines().allMatch(line -> line.matches("\\[(\\d)\\] (\\1 line \\d+ *;|xyz\\1)")),
                    launch.out());
        }
    }

    @Test
    void writesAFilePerRank(@TempDir Path folder) throws Exception {
        Path target = folder.resolve("with blank").resolve("deep");
        List<String> options = List.of("--output-dir", target.toString());
        Path printed = folder.resolve("printed");
        String[] steps = {"all:print=out of %", "0:touch=" + printed, "1:until=" + printed, "1:throw=boom"};
        try (Launch launch = threads(2, options, steps).expect(1)) {
            assertEquals("", launch.out());
            assertEquals(
                    Arrays.asList("out of 0", "out of 1"),
                    Arrays.asList(read(target, "rank-0.out"), read(target, "rank-1.out")));
            assertEquals("", read(target, "rank-0.err"));
            assertTrue(read(target, "rank-1.err")
                    .startsWith("rank 1 failed:\njava.lang.IllegalStateException: boom\n\tat "));
        }
    }

    private static String read(Path folder, String file) throws Exception {
        return Files.readString(folder.resolve(file));
    }
}
