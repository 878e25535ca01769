package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.report.StateReport;
import org.jmpi.comm.session.RankThreads;
import org.jmpi.world.CurrentWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranks that wait for ever: which rank waits for which is said. */
@Timeout(60)
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
                "lock|3|deadlock: rank 0 in Recv(source=1, tag=1) waits for rank 1 in Win.Lock(rank=2) on window "
                        + "[0-9]+ waits for rank 0",
                "exposure|2|deadlock: rank 0 in Win.Wait on window [0-9]+ waits for rank 1 in Recv(source=0, tag=1) "
                        + "waits for rank 0",
                "start|3|deadlock: rank 0 in Win.Start on window [0-9]+ waits for rank 2 in Recv(source=0, tag=2) "
                        + "waits for rank 0",
                "fence|2|deadlock: rank 0 in Win.Fence on window [0-9]+ (grid) waits for rank 1 in Recv(source=0, "
                        + "tag=1) waits for rank 0",
                "absent|2|rank 1 is not in an MPI call; rank 0 in Recv(source=1, tag=1) waits for rank 1",
                "tag|2|rank 1 waits for tag 6 from rank 0; a message with tag 5 from rank 0 is here",
                "source|3|rank 1 waits for tag 5 from rank 2; a message with tag 5 from rank 0 is here",
                "communicator|2|rank 1 waits for tag 5 from rank 0 on communicator [0-9]+; a message with tag 5 "
                        + "from rank 0 on COMM_WORLD is here, and 1 more",
                "roots|3|rank 1 never received the message from rank 2 with root 1 for Gather(root=0): did every rank "
                        + "name the same root?",
                "collectives|2|collective operations differ: rank 0 in Reduce(root=0); rank 1 in Bcast(root=0): "
                        + "every rank must call the same ones in the same order; .*",
            })
    void isNamed(String program, int ranks, String said) throws Exception {
        String line = ("\\Q" + said + "\\E").replace("[0-9]+", "\\E[0-9]+\\Q").replace(".*", "\\E.*\\Q");
        for (String transport : List.of("threads", "socket")) isNamed(program, ranks, transport, line);
    }

    private static void isNamed(String program, int ranks, String transport, String line) throws Exception {
        CurrentWorld.beginRun();
        RankThreads worlds = RankThreads.create(ranks, JmpiConfig.load(), transport);
        List<Thread> threads = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) threads.add(rank(worlds, rank, program));
        threads.forEach(Thread::start);
        try {
            while (diagnosis(ranks, worlds).stream().noneMatch(said -> said.matches(line)))
                if (Thread.interrupted()) throw new InterruptedException("never said: " + line);
        } finally {
            worlds.fail(new CommException(ErrorClass.OTHER, "seen enough"));
            threads.forEach(Thread::interrupt);
            for (Thread thread : threads) thread.join();
            worlds.close();
            CurrentWorld.endRun();
        }
    }

    private static Thread rank(RankThreads worlds, int rank, String program) {
        return new Thread(() -> {
            CurrentWorld.bind(worlds.world(rank));
            try {
                DeadlockProgram.run(program);
            } catch (Exception e) {
                // The test ends the calls that wait.
            }
        });
    }

    private static List<String> diagnosis(int ranks, RankThreads worlds) {
        StateReport report = new StateReport(ranks);
        report.addCalls(worlds.blocked(), 0);
        return report.diagnosis();
    }

    @Test
    void collectiveCallsThatDoNotMatchFailIfTheyAreChecked() throws Exception {
        try (Launch launch = Launch.program(DeadlockProgram.class, 2, "socket", List.of("--check"), "collectives")) {
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
