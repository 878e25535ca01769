package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jmpi.run.watch.JobFolder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Commands that attach to a running job. */
@Timeout(60)
class AttachJobTest {
    private static final JobFolder FOLDER = JobFolder.ofUser(ThisHost.temporaryFolder());

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
        isListedShownAndStopped("auto");
    }

    @Tag("full")
    @Test
    void soAreRanksThatAreThreads() throws Exception {
        isListedShownAndStopped("threads");
    }

    private void isListedShownAndStopped(String transport) throws Exception {
        try (Launch launch = Launch.program(DeadlockProgram.class, 2, transport, List.of("--watch"), "receives")) {
            launch.awaitOut("ready\n");
            String pid = Long.toString(launch.handle().pid());
            awaitInList("[0-9a-f]{5,16} +deadlock +2 +1 +\\d:\\d\\d +" + pid + " +\\S*DeadlockProgram");
            String stacks = run(0, commands -> commands.stacks(pid));
            assertTrue(stacks.startsWith("deadlock: rank 0 in Recv(source=1, tag=7) waits for rank 1 in Recv"), stacks);
            assertTrue(stacks.contains("at org.jmpi.run.DeadlockProgram."), stacks);
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
