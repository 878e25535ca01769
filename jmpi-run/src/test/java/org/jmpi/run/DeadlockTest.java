package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that wait for ever: jmpirun says which rank waits for which. */
@Timeout(120)
@Tag("full")
@Execution(ExecutionMode.CONCURRENT) // nearly all of the time is spent by jobs that wait
class DeadlockTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "receives|2|deadlock: rank 0 in Recv(source=1, tag=7) waits for rank 1 in Recv(source=0, tag=3) "
                        + "waits for rank 0",
                "ring|3|deadlock: rank 0 in Ssend(dest=1, tag=5) waits for rank 1 in Ssend(dest=2, tag=5) "
                        + "waits for rank 2 in Ssend(dest=0, tag=5) waits for rank 0",
                "long|2|deadlock: rank 0 in Send(dest=1, tag=5) waits for rank 1 in Send(dest=0, tag=5) "
                        + "waits for rank 0",
                "collectives|2|deadlock: rank 0 in Reduce(root=0) waits for rank 1 in Bcast(root=0) waits for rank 0",
                "probe|2|deadlock: rank 0 in Probe(source=1, tag=ANY_TAG) waits for rank 1 in Recv(source=0, tag=2) "
                        + "waits for rank 0",
                "wildcard|2|deadlock: rank 0 in Recv(source=ANY_SOURCE, tag=1) waits for "
                        + "rank 1 in Bcast(root=0) on communicator [0-9]+ waits for rank 0",
                "knot|3|deadlock: rank 0 in Recv(source=ANY_SOURCE, tag=ANY_TAG) waits for any of ranks 1, 2; "
                        + "rank 1 in Recv(source=ANY_SOURCE, tag=ANY_TAG) waits for any of ranks 0, 2; "
                        + "rank 2 in Recv(source=ANY_SOURCE, tag=ANY_TAG) waits for any of ranks 0, 1",
                "waitany|2|deadlock: rank 0 in Waitany(Recv(source=1, tag=1), Recv(source=1, tag=2)) waits for "
                        + "rank 1 in Waitany(Recv(source=0, tag=1), Recv(source=0, tag=2)) waits for rank 0",
                "self|1|deadlock: rank 0 in Recv(source=ANY_SOURCE, tag=1) on COMM_SELF waits for rank 0",
                "finalize|2|deadlock: rank 0 in Recv(source=1, tag=1) waits for rank 1 in Finalize waits for rank 0",
                "absent|2|rank 1 is not in an MPI call; rank 0 in Recv(source=1, tag=1) waits for rank 1",
            })
    void isNamed(String program, int ranks, String said) throws Exception {
        String line = "\\Q" + said.replace("[0-9]+", "\\E[0-9]+\\Q") + "\\E";
        for (String transport : List.of("threads", "socket")) isShown(program, ranks, transport, line);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tag|socket|rank 1 waits for tag 6 from rank 0; a message with tag 5 from rank 0 is here",
                "source|threads|rank 1 waits for tag 5 from rank 2; a message with tag 5 from rank 0 is here",
                "communicator|threads|rank 1 waits for tag 5 from rank 0 on communicator [0-9]+; a message with tag 5 "
                        + "from rank 0 on COMM_WORLD is here, and 1 more",
                "collectives|socket|collective operations differ: rank 0 in Reduce\\(root=0\\); rank 1 in "
                        + "Bcast\\(root=0\\): every rank must call the same ones in the same order; [^\\n]*",
            })
    void whatIsHereInsteadIsNamed(String program, String transport, String line) throws Exception {
        isShown(program, program.equals("source") ? 3 : 2, transport, line);
    }

    /** A signal may come before the ranks wait, or while the former one is answered: then another one follows. */
    private static void isShown(String program, int ranks, String transport, String line) throws Exception {
        String said = "jmpirun: " + line + "\n";
        String report = "(?s).*" + said + ".*        at .*\nrank 0 of " + ranks + ":?.*" + said + ".*";
        try (Launch launch = Launch.program(DeadlockProgram.class, ranks, transport, List.of(), program)) {
            launch.awaitOut("ready\n");
            do {
                launch.signal("QUIT");
            } while (!launch.hasErr(report, 3));
            assertTrue(launch.handle().isAlive());
            launch.signal("TERM");
            launch.expect(143);
            assertFalse(launch.err().contains("org.jmpi.comm."), launch.err());
            assertFalse(
                    Files.exists(Path.of("/tmp/.attach_pid" + launch.handle().pid())));
        }
    }

    @Test
    void isNamedFirstAndLastWhenTheTimeIsOver() throws Exception {
        try (Launch launch =
                Launch.program(DeadlockProgram.class, 2, "threads", List.of("--timeout", "15"), "receives")) {
            List<String> lines = launch.expect(110).said();
            assertEquals(3, lines.size(), launch.err());
            assertTrue(
                    lines.get(0).startsWith("jmpirun: deadlock: rank 0 in Recv(source=1, tag=7) waits"), launch.err());
            assertEquals(lines.get(0), lines.get(1));
            assertEquals("jmpirun: --timeout: the job did not end within 15 s", lines.get(2));
            assertTrue(launch.err().startsWith(lines.get(0)), launch.err());
            assertTrue(launch.err().strip().endsWith(lines.get(1) + "\n" + lines.get(2)), launch.err());
        }
    }

    @Test
    void collectiveCallsThatDoNotMatchFailIfTheyAreChecked() throws Exception {
        for (String transport : List.of("threads", "socket")) {
            try (Launch launch =
                    Launch.program(DeadlockProgram.class, 2, transport, List.of("--check"), "collectives")) {
                launch.expect(1);
                String line = launch.said().get(0);
                assertTrue(
                        line.contains("collective calls do not match: rank 0 in Reduce(root=0, SUM, 16 bytes of INT) at"
                                + " org.jmpi.run.DeadlockProgram.collectives(DeadlockProgram.java:"),
                        line);
                assertTrue(line.contains("; rank 1 in Bcast(root=0, 16 bytes of INT) at"), line);
            }
        }
    }
}
