package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jmpi.run.command.JobCommands;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.ThisHost;
import org.jmpi.run.watch.JobFolder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that attach to a running job. */
@Tag("job")
@Timeout(180)
class AttachJobTest {
    private static final JobFolder FOLDER = JobFolder.ofUser(ThisHost.temporaryFolder());

    /** States of a job whose ranks wait for each other: the second one once jmpirun has found that out. */
    private static final String WAITING = "(running|deadlock)";

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private String run(int code, ToIntFunction<JobCommands> command) {
        printed.reset();
        PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
        assertEquals(code, command.applyAsInt(new JobCommands(FOLDER, stream, stream)), printed::toString);
        return printed.toString(StandardCharsets.UTF_8);
    }

    private void awaitInList(String row) {
        while (!run(0, JobCommands::list).matches("(?s).*" + row + "\\R.*"))
            assertFalse(Thread.currentThread().isInterrupted(), printed::toString);
    }

    @Test
    void aRunningJobIsListedShownAndStopped() throws Exception {
        isListedShownAndStopped("receives", 2, "auto", List.of());
    }

    @Tag("full")
    @Test
    void soAreRanksThatAreThreads() throws Exception {
        isListedShownAndStopped("receives", 2, "threads", List.of());
        isListedShownAndStopped("ring", 3, "auto", List.of("--threads-per-process", "2"));
    }

    @Test
    void thereIsNoSuchJob(@TempDir Path temporary) throws Exception {
        JobFolder folder = JobFolder.ofUser(temporary.toString());
        JobCommands commands = new JobCommands(folder, System.out, System.err);
        String none = assertThrows(BadInputException.class, () -> commands.stacks(null))
                .getMessage();
        assertTrue(none.startsWith("no job of " + folder.user() + " runs on "), none);
        folder.open("ab12").close();
        folder.open("ab34").close();
        assertEquals(
                "ab: several jobs begin so: name one of ab12, ab34 ('jmpirun ps' lists them)",
                assertThrows(BadInputException.class, () -> commands.stacks("ab"))
                        .getMessage());
        String several = assertThrows(BadInputException.class, () -> commands.watch(null, false))
                .getMessage();
        assertTrue(several.startsWith("several jobs run: name one of ab12, ab34"), several);
        String killed = assertThrows(BadInputException.class, () -> commands.stop("ab12"))
                .getMessage();
        assertTrue(killed.startsWith("no job ab12 of "), killed);
        assertEquals(List.of("ab34"), folder.jobs());
    }

    @Test
    void aSecondStopEndsTheRanksAtOnce() throws Exception {
        List<String> options = List.of("-Djmpi.end.grace.s=3600");
        try (Launch launch = Launch.program(GraceProgram.class, 2, "shm", options, "0", "3000")) {
            launch.awaitOut("(ready\n){2}");
            String pid = Long.toString(launch.handle().pid());
            awaitInList(WAITING + " +2 +1 +\\S+ +" + pid + " +\\S*GraceProgram");
            CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> stop(pid));
            assertTrue(
                    launch.hasErr(".*stopped: the ranks have 3600 s .* 'jmpirun stop' again ends them at once\n", 50));
            assertTrue(stop(pid).endsWith(" has ended\n"));
            assertTrue(first.get(50, TimeUnit.SECONDS).endsWith(" has ended\n"));
            launch.expect(130);
            assertTrue(
                    launch.said().stream()
                            .anyMatch(line -> line.matches("jmpirun: rank 1 was killed in its shutdown hooks after "
                                    + "[0-9]+ s: interrupted again")),
                    launch.err());
        }
    }

    private static String stop(String pid) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        new JobCommands(FOLDER, stream, stream).stop(pid);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    @Tag("full")
    void ctrlCAfterAStopEndsTheRanksAtOnce() throws Exception {
        List<String> options = List.of("-Djmpi.end.grace.s=3600");
        try (Launch launch = Launch.program(GraceProgram.class, 2, "shm", options, "3000", "3000")) {
            launch.awaitOut("(ready\n){2}");
            String pid = Long.toString(launch.handle().pid());
            awaitInList(WAITING + " +2 +1 +\\S+ +" + pid + " +\\S*GraceProgram");
            CompletableFuture<String> stop = CompletableFuture.supplyAsync(() -> stop(pid));
            launch.awaitOut(".*saving\n.*saving\n.*");
            launch.signal("INT");
            launch.expect(130);
            assertTrue(stop.get(50, TimeUnit.SECONDS).endsWith(" has ended\n"));
        }
    }

    /** The rank has ended, and who reads its output pauses. */
    @Test
    @Tag("full")
    void aStopAwaitsNoReader() throws Exception {
        String script = "\"$@\" -np 1 seq 1 25000 & echo $! >&2; wait $!; echo code $? >&2";
        try (Launch launch = Launch.shell("{ " + script + "; } | { read first; sleep 1000; }")) {
            assertTrue(launch.hasErr("[0-9]+\n", 30));
            String pid = launch.errSoFar().strip();
            awaitInList("ending +1 +1 +\\S+ +" + pid + " +seq");
            assertTrue(stop(pid).endsWith(" has ended\n"));
            assertTrue(launch.hasErr(".*jmpirun: stopped by 'jmpirun stop': all ranks ended\ncode 130\n", 30));
        }
    }

    /** As in Maven, whose exec:java runs jmpirun. */
    @Test
    void aStopLeavesAnEmbeddingProgramAlone() throws Exception {
        String[] words = {
            "-np",
            "2",
            "--stdin",
            "all",
            "-cp",
            Launch.testClasses(),
            RankProgram.class.getName(),
            "all:stdin",
            "all:wait"
        };
        try (Launch launch = Launch.embedded(EmbeddingProgram.class, words)) {
            launch.awaitOut("([01] read the program's\n){2}");
            String pid = Long.toString(launch.handle().pid());
            awaitInList(pid + " +\\S*RankProgram");
            assertTrue(stop(pid).endsWith(" has ended\n"));
            launch.awaitOut(".*returned 130\n");
            launch.stdin().write("on".getBytes(StandardCharsets.UTF_8));
            launch.stdin().close();
            launch.expect(0);
            assertTrue(launch.out().endsWith("returned 130\nthen read on\n"), launch.out());
        }
    }

    private void isListedShownAndStopped(String program, int ranks, String transport, List<String> more)
            throws Exception {
        List<String> options =
                Stream.concat(Stream.of("--watch"), more.stream()).toList();
        try (Launch launch = Launch.program(DeadlockProgram.class, ranks, transport, options, program)) {
            launch.awaitOut("ready\n");
            String pid = Long.toString(launch.handle().pid());
            awaitInList("[0-9a-f]{5,16} +deadlock +" + ranks + " +1 +\\d:\\d\\d +" + pid + " +\\S*DeadlockProgram");
            String stacks = run(0, commands -> commands.stacks(pid));
            String first = stacks.lines().findFirst().orElseThrow();
            assertTrue(first.matches("deadlock: rank 0 in .*, tag=[57]\\) waits for rank 1 in .*"), stacks);
            assertTrue(stacks.strip().endsWith("\n" + first), stacks);
            assertTrue(stacks.contains("at org.jmpi.run.DeadlockProgram."), stacks);
            assertFalse(stacks.contains("org.jmpi.comm."), stacks);
            assertTrue(launch.hasErr(".*jmpirun: watch: 0:\\d\\d, .*heap .*: rank.*; deadlock: rank 0 in .*", 30));
            assertTrue(run(0, commands -> commands.stop(pid)).endsWith(" has ended\n"));
            launch.expect(130);
            assertTrue(launch.err().contains("jmpirun: stopped by 'jmpirun stop': all ranks ended\n"), launch.err());
            String message = assertThrows(BadInputException.class, () -> run(0, commands -> commands.stop(pid)))
                    .getMessage();
            assertTrue(message.startsWith("no job " + pid + " of " + FOLDER.user() + " runs on "), message);
        }
    }
}
