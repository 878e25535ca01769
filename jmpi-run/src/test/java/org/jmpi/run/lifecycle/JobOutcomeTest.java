package org.jmpi.run.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jmpi.comm.control.LauncherLink;
import org.jmpi.run.hosts.HostLimits;
import org.jmpi.run.hosts.HostList;
import org.jmpi.run.hosts.Launching;
import org.jmpi.run.hosts.ProcessMap;
import org.jmpi.run.jvm.JvmDefaults;
import org.jmpi.run.output.InputRanks;
import org.jmpi.run.plan.App;
import org.jmpi.run.plan.JobPlan;
import org.jmpi.run.program.ClassPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobOutcomeTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long NOW = Long.MAX_VALUE - SECOND / 2;

    private JobOutcome outcome = outcome(false, true);

    private static JobOutcome outcome(boolean oneJvm, boolean java) {
        return outcome(3, oneJvm ? 3 : 1, oneJvm, java);
    }

    private static JobOutcome outcome(int ranks, int threads, boolean ranksAreThreads, boolean java) {
        return outcome(ranks, threads, ranksAreThreads, java, Map.of());
    }

    private static JobOutcome outcome(
            int ranks, int threads, boolean ranksAreThreads, boolean java, Map<String, String> variables) {
        App app = new App(
                "p",
                ranks,
                List.of(),
                List.of(),
                java ? new JvmDefaults("") : null,
                variables,
                Path.of(""),
                ClassPath.of(List.of()),
                List.of());
        List<ProcessMap.Placed> processes = new ArrayList<>();
        for (int first = 0; first < ranks; first += threads)
            processes.add(new ProcessMap.Placed(0, 0, first, Math.min(threads, ranks - first)));
        return new JobOutcome(new JobPlan(
                HostList.here(),
                List.of(app),
                new ProcessMap(processes),
                ranksAreThreads,
                "t",
                1,
                null,
                HostLimits.NO_LIMIT,
                new InputRanks(0),
                false,
                null,
                0,
                0,
                Launching.DEFAULT,
                null,
                false));
    }

    private void assertCause(int code, String line, long now) {
        JobOutcome.Cause cause = outcome.cause(now).orElseThrow();
        assertEquals(line, cause.line());
        assertEquals(code, cause.exitCode());
    }

    private void assertNoCause(long now) {
        assertEquals("", outcome.cause(now).map(JobOutcome.Cause::line).orElse(""));
    }

    /** Such a rank leaves files behind, also if the job ends well. */
    @Test
    void ranksThatHaveNotPassedFinalizeAreKnown() {
        assertFalse(outcome.isUnfinalized(), "no rank has called MPI.Init");
        assertFalse(outcome.hasNoFinalize());
        for (int process = 0; process < 3; process++) outcome.joined(process);
        assertTrue(outcome.hasNoFinalize());
        outcome.finalized(0);
        assertFalse(outcome.hasNoFinalize());
        outcome.finalized(2);
        assertTrue(outcome.isUnfinalized());
        outcome.finalized(1);
        assertFalse(outcome.isUnfinalized());
    }

    @Test
    void allRanksEndWell() {
        for (int rank = 0; rank < 3; rank++) outcome.joined(rank);
        for (int rank = 0; rank < 3; rank++) {
            assertFalse(outcome.allExited());
            outcome.exited(rank, 0, null);
        }
        assertTrue(outcome.allExited());
        assertNoCause(NOW + 10 * SECOND);
        assertEquals(Long.MAX_VALUE, outcome.unsureNanos(NOW));
    }

    private void continues() {
        outcome = outcome(3, 1, false, true, Map.of("JMPI_CONTINUE", "1"));
        for (int rank = 0; rank < 3; rank++) outcome.joined(rank);
    }

    @Test
    void aJobThatContinuesEndsWithItsLastRank() {
        continues();
        outcome.exited(1, 137, null);
        assertNoCause(NOW + 10 * SECOND);
        assertEquals(
                List.of("rank 1 was killed by signal 9 (SIGKILL); the other ranks go on (--continue)"), outcome.news());
        // A rank that was lost with its host may be reported again.
        outcome.exited(1, 143, null);
        assertEquals(List.of(), outcome.news());
        assertEquals(Long.MAX_VALUE, outcome.unsureNanos(NOW));
        outcome.exited(0, 0, null);
        assertNoCause(NOW);
        outcome.exited(2, 0, null);
        assertCause(137, "rank 1 was killed by signal 9 (SIGKILL)", NOW);
    }

    @Test
    void eachRankThatFailsByItselfHasItsLine() {
        continues();
        assertEquals(Map.of(), outcome.failures(NOW));
        outcome.exited(1, 137, null);
        Map<Integer, String> killed = Map.of(1, "rank 1 was killed by signal 9 (SIGKILL)");
        assertEquals(killed, outcome.failures(NOW));
        outcome.peerLost(0, 1, "connection closed", NOW);
        outcome.exited(0, 1, null);
        assertEquals(killed, outcome.failures(NOW + 10 * SECOND), "rank 0 has lost rank 1");
        outcome.failed(2, "java.lang.Error: x");
        outcome.exited(2, 1, null);
        assertEquals(Map.of(1, killed.get(1), 2, "rank 2 failed: java.lang.Error: x"), outcome.failures(NOW));
    }

    @Test
    void aLossIsTheFailureOfTheRankThatItNames() {
        outcome.peerLost(0, 2, "connection closed", NOW);
        assertEquals(Map.of(), outcome.failures(NOW), "something better may come");
        assertEquals(Map.of(0, "rank 0 lost rank 2: connection closed"), outcome.failures(NOW + 10 * SECOND));
        outcome.joined(2);
        outcome.exited(2, 0, null);
        assertEquals(Set.of(2), outcome.failures(NOW + 10 * SECOND).keySet(), "it has ended without MPI.Finalize");
    }

    @Test
    void allRanksOfALostHostHaveFailed() {
        outcome.hostLost(0, "gone");
        assertEquals(Set.of(0, 1, 2), outcome.failures(NOW).keySet());
    }

    @Test
    void anAbortEndsAJobThatContinues() {
        continues();
        outcome.failed(1, "java.lang.Error: x");
        outcome.exited(1, 1, null);
        assertEquals(List.of("rank 1 failed: java.lang.Error: x; the other ranks go on (--continue)"), outcome.news());
        assertNoCause(NOW);
        outcome.aborted(0, 5, "");
        assertCause(1, "rank 1 failed: java.lang.Error: x", NOW);
    }

    @Test
    void aJobWithALostHostContinuesWithoutItsRanks() {
        continues();
        outcome.exited(0, 0, null);
        outcome.hostLost(0, "gone");
        assertTrue(outcome.allExited());
        assertEquals(1, outcome.cause(NOW).orElseThrow().exitCode());
    }

    @Test
    void aJobDoesNotContinueIfSomeRanksHaveJoined() {
        outcome = outcome(3, 1, false, true, Map.of("JMPI_CONTINUE", "1"));
        outcome.joined(0);
        outcome.exited(1, 137, null);
        assertCause(137, "rank 1 was killed by signal 9 (SIGKILL)", NOW);
    }

    @Test
    void commandsThatNeverJoinContinue() {
        outcome = outcome(3, 1, false, true, Map.of("JMPI_CONTINUE", "1"));
        outcome.exited(1, 3, null);
        assertNoCause(NOW);
        assertEquals(1, outcome.news().size());
        outcome.exited(0, 0, null);
        assertNoCause(NOW);
        outcome.exited(2, 0, null);
        assertEquals(3, outcome.cause(NOW).orElseThrow().exitCode());
    }

    @Test
    void aRankThatFailedBeforeItJoinedKeepsTheOthersWaiting() {
        outcome = outcome(3, 1, false, true, Map.of("JMPI_CONTINUE", "1"));
        outcome.exited(1, 137, null);
        assertNoCause(NOW);
        outcome.joined(0);
        assertCause(137, "rank 1 was killed by signal 9 (SIGKILL); others wait for it in MPI.Init", NOW);
        outcome.joined(2);
        assertCause(137, "rank 1 was killed by signal 9 (SIGKILL); others wait for it in MPI.Init", NOW);
    }

    @Test
    void noRankJoins() {
        for (int rank = 0; rank < 3; rank++) outcome.exited(rank, 0, null);
        assertNoCause(NOW);
    }

    @Test
    void aRankThatEndedWithoutJoiningKeepsTheOthersWaiting() {
        outcome.exited(1, 0, null);
        assertNoCause(NOW);
        outcome.joined(0);
        assertCause(1, "rank 1 ended with exit code 0 but never called MPI.Init, in which others wait for it", NOW);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "true, 3, -, rank 1 ended with exit code 3 (System.exit)",
                "true, 1, -, rank 1 ended with exit code 1",
                "true, 1, java.lang.Error: x, rank 1 ended with exit code 1: java.lang.Error: x",
                "true, 137, -, rank 1 was killed by signal 9 (SIGKILL)",
                "true, 137, java.lang.Error: x, rank 1 was killed by signal 9 (SIGKILL)",
                "true, 134, java.lang.Error: x, rank 1 was killed by signal 6 (SIGABRT): java.lang.Error: x",
                "true, 255, -, rank 1 ended with exit code 255 (System.exit)",
                "false, 3, -, rank 1 ended with exit code 3"
            })
    void theMannerOfAnEnd(boolean java, int code, String exception, String line) {
        outcome = outcome(false, java);
        outcome.exited(1, code, exception);
        assertCause(code, line, NOW);
    }

    @Test
    void exitCodeOneIsOfTheProgramOnceItJoined() {
        outcome.joined(1);
        outcome.exited(1, 1, null);
        assertCause(1, "rank 1 ended with exit code 1 (System.exit)", NOW);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "java.lang.OutOfMemoryError | rank 2: out of memory",
                "java.lang.OutOfMemoryError: Java heap space | rank 2: out of memory: Java heap space (-Xmx sets its "
                        + "size)",
                "java.lang.OutOfMemoryError: Metaspace | rank 2: out of memory: Metaspace",
                "x.E: progress failed: java.lang.OutOfMemoryError: unable to create native thread "
                        + "| rank 2: out of memory: unable to create native thread"
            })
    void aRankThatIsOutOfMemory(String text, String line) {
        outcome.failed(2, text + "\n\tat X");
        assertCause(1, line, NOW);
        outcome = outcome(false, true);
        outcome.exited(2, 3, text);
        assertCause(3, line, NOW);
    }

    @Test
    void aJvmOfSeveralRanksThatCannotSayThatItIsOutOfMemoryEndsWithACode() {
        outcome = outcome(true, true);
        outcome.exited(0, LauncherLink.OUT_OF_MEMORY_CODE, null);
        assertCause(1, "the JVM of ranks 0 to 2: out of memory (-Xmx sets the size of the heap)", NOW);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Java heap space | the JVM of ranks 2 to 3: out of memory: Java heap space (-Xmx sets its size)",
                "Metaspace | rank 3: out of memory: Metaspace"
            })
    void ranksThatShareAFullHeapAreNamedTogether(String what, String line) {
        outcome = outcome(5, 2, true, true);
        outcome.failed(3, "java.lang.OutOfMemoryError: " + what + "\n\tat X");
        assertCause(1, line, NOW);
    }

    @Test
    void theFirstFailureIsTheCause() {
        outcome.failed(2, "java.lang.Error: first\n\tat X");
        outcome.exited(0, 3, null);
        assertCause(1, "rank 2 failed: java.lang.Error: first", NOW);
    }

    @Test
    void aDeathIsTheCauseThoughALostPeerWasToldFirst() {
        outcome.peerLost(0, 2, "reset", NOW);
        assertNoCause(NOW + SECOND - 1);
        assertEquals(1, outcome.unsureNanos(NOW + SECOND - 1));
        outcome.failed(0, "lost rank 2");
        outcome.exited(0, 1, "lost rank 2");
        assertNoCause(NOW + SECOND - 1);
        outcome.exited(2, 137, null);
        assertCause(137, "rank 2 was killed by signal 9 (SIGKILL)", NOW);
    }

    @Test
    void aLostPeerIsTheCauseIfNothingBetterComesUp() {
        outcome.peerLost(0, 2, "reset", NOW);
        outcome.peerLost(1, 2, "reset", NOW + 1);
        assertCause(1, "rank 0 lost rank 2: reset", NOW + SECOND);
    }

    @Test
    void aLostPeersOwnLineIsTheCause() {
        String line = "rank 2 on hostb failed: no heart-beat within 10 s (found by rank 1 on hosta)";
        outcome.peerLost(0, 2, line, NOW);
        assertCause(1, line, NOW + SECOND);
    }

    @Test
    void aLostPeerIsTheCauseIfAllHaveEnded() {
        for (int rank = 0; rank < 3; rank++) outcome.joined(rank);
        for (int rank = 0; rank < 3; rank++) outcome.finalized(rank);
        outcome.peerLost(0, 2, "reset", NOW);
        for (int rank = 0; rank < 3; rank++) outcome.exited(rank, 0, null);
        assertCause(1, "rank 0 lost rank 2: reset", NOW);
    }

    @Test
    void aRankThatEndedWellIsTheCauseIfOthersStillNeededIt() {
        for (int rank = 0; rank < 3; rank++) outcome.joined(rank);
        outcome.exited(2, 0, null);
        assertNoCause(NOW);
        outcome.peerLost(0, 2, "has ended", NOW);
        assertNoCause(NOW + SECOND - 1);
        assertCause(
                1,
                "rank 2 ended with exit code 0 but without MPI.Finalize, while rank 0 still needed it",
                NOW + SECOND);
    }

    @Test
    void theEndOfARankThatOthersNeedMayBecomeKnownLater() {
        for (int rank = 0; rank < 3; rank++) outcome.joined(rank);
        outcome.peerLost(1, 2, "has ended", NOW);
        assertNoCause(NOW);
        outcome.exited(2, 0, null);
        assertCause(
                1,
                "rank 2 ended with exit code 0 but without MPI.Finalize, while rank 1 still needed it",
                NOW + SECOND);
    }

    /** A daemon thread waited for a message of any source. */
    @ParameterizedTest
    @CsvSource({"1 2", "2 1"})
    void aRankThatEndsWellDidNotNeedItsPeers(String order) {
        for (int rank = 0; rank < 3; rank++) outcome.joined(rank);
        outcome.exited(0, 0, null);
        outcome.peerLost(1, 2, "has ended", NOW);
        for (String rank : order.split(" ")) outcome.exited(Integer.parseInt(rank), 0, null);
        assertTrue(outcome.allExited());
        assertNoCause(NOW + 10 * SECOND);
        assertEquals(Long.MAX_VALUE, outcome.unsureNanos(NOW));
    }

    @Test
    void aLossOfAnotherRankIsStillTheCause() {
        for (int rank = 0; rank < 3; rank++) outcome.joined(rank);
        outcome.peerLost(1, 2, "has ended", NOW);
        outcome.exited(2, 0, null);
        outcome.peerLost(0, 2, "has ended", NOW + 1);
        outcome.exited(1, 0, null);
        assertNoCause(NOW + SECOND);
        assertCause(
                1,
                "rank 2 ended with exit code 0 but without MPI.Finalize, while rank 0 still needed it",
                NOW + SECOND + 1);
    }

    @Test
    void theDeathOfAProcessIsTheCauseIfItsRankThatHasLostAPeerHasEndedWell() {
        outcome = outcome(4, 2, true, true);
        for (int process = 0; process < 2; process++) outcome.joined(process);
        outcome.ended(3);
        outcome.peerLost(0, 3, "has ended", NOW);
        outcome.ended(0);
        outcome.exited(0, 139, null);
        assertCause(139, "the JVM of ranks 0 to 1 was killed by signal 11 (SIGSEGV)", NOW);
    }

    @Test
    void aRankThatPassedFinalizeMayEnd() {
        for (int rank = 0; rank < 3; rank++) outcome.joined(rank);
        outcome.finalized(2);
        outcome.exited(2, 0, null);
        outcome.peerLost(0, 2, "has ended", NOW);
        assertNoCause(NOW);
    }

    @ParameterizedTest
    @CsvSource({"5, 5", "0, 0", "-1, 255", "256, 1", "1000, 232"})
    void anAbortHasItsExitCode(int code, int expected) {
        outcome.aborted(1, code, "on\npurpose");
        assertCause(expected, "rank 1 called MPI.Abort with code " + code + ": on", NOW);
    }

    @Test
    void anAbortIsNotToldTwice() {
        outcome.aborted(1, 5, "rank 1 called MPI.Abort with code 5");
        assertCause(5, "rank 1 called MPI.Abort with code 5", NOW);
    }

    @Test
    void aSharedJvmThatEndsBeforeItsRanksIsNamed() {
        outcome = outcome(true, true);
        outcome.joined(0);
        outcome.ended(1);
        outcome.finalized(2);
        outcome.exited(0, 0, null);
        String line =
                "the JVM of ranks 0 to 2 was ended by Runtime.halt(0) or System.exit(0) before ranks 0, 2 had ended";
        assertCause(1, line, NOW);
    }

    @Test
    void aSharedJvmMayEndWhenItsRanksHaveEnded() {
        outcome = outcome(true, true);
        outcome.joined(0);
        for (int rank = 0; rank < 3; rank++) outcome.ended(rank);
        outcome.exited(0, 0, null);
        assertNoCause(NOW);
    }

    @Test
    void ranksThatShareAJvmEndWithIt() {
        outcome = outcome(true, true);
        outcome.joined(0);
        outcome.exited(0, 137, null);
        assertCause(137, "the JVM of ranks 0 to 2 was killed by signal 9 (SIGKILL)", NOW);
    }

    @Test
    void theRankThatEndsTheSharedJvmIsNamed() {
        outcome = outcome(true, true);
        outcome.joined(0);
        outcome.exits(2);
        assertNoCause(NOW);
        outcome.exited(0, 4, null);
        assertCause(4, "rank 2 ended with exit code 4 (System.exit)", NOW);
    }

    @Test
    void nothingIsSaidIfNobodyReadsTheOutputOfASharedJvm() {
        outcome = outcome(true, true);
        outcome.joined(0);
        outcome.exited(0, 141, null);
        assertCause(141, "", NOW);
    }

    @Test
    void aRankThatEndsTheSharedJvmWithTheSameCodeIsNamed() {
        outcome = outcome(true, true);
        outcome.joined(0);
        outcome.exits(2);
        outcome.exited(0, 141, null);
        assertCause(141, "rank 2 ended with exit code 141 (System.exit)", NOW);
    }

    @Test
    void theDeathOfAProcessIsThatOfItsRanks() {
        outcome = outcome(5, 2, true, true);
        for (int process = 0; process < 3; process++) outcome.joined(process);
        outcome.peerLost(0, 3, "reset", NOW);
        outcome.peerLost(1, 2, "reset", NOW);
        assertNoCause(NOW);
        outcome.exited(1, 137, null);
        assertCause(137, "the JVM of ranks 2 to 3 was killed by signal 9 (SIGKILL)", NOW);
    }

    @Test
    void whatBefallsAProcessThatLostAPeerIsNotTheCause() {
        outcome = outcome(5, 2, true, true);
        outcome.peerLost(1, 4, "reset", NOW);
        outcome.exited(0, 1, null);
        assertNoCause(NOW);
        outcome.exited(2, 3, null);
        assertCause(3, "the JVM of rank 4 ended with exit code 3 (System.exit)", NOW);
    }

    @Test
    void aRankThatExitsEndsItsOwnProcessAlone() {
        outcome = outcome(5, 2, true, true);
        for (int process = 0; process < 3; process++) outcome.joined(process);
        outcome.exits(3);
        for (int rank = 0; rank < 2; rank++) outcome.ended(rank);
        outcome.exited(0, 0, null);
        assertNoCause(NOW);
        outcome.exited(1, 0, null);
        assertCause(1, "rank 3 ended the JVM that ranks 2 to 3 share with System.exit(0) before they had ended", NOW);
    }

    @Test
    void aRankMayEndBeforeItsProcess() {
        outcome = outcome(4, 2, true, true);
        for (int process = 0; process < 2; process++) outcome.joined(process);
        outcome.finalized(0);
        outcome.ended(0);
        outcome.peerLost(2, 0, "has ended", NOW);
        assertNoCause(NOW);
        outcome.ended(1);
        assertNoCause(NOW);
        outcome.peerLost(3, 1, "has ended", NOW);
        assertCause(1, "rank 1 ended without MPI.Finalize, while rank 3 still needed it", NOW + SECOND);
        outcome.ended(3);
        assertCause(1, "rank 2 lost rank 0: has ended", NOW + SECOND);
    }

    @Test
    void ranksThatThereAreNotAreNobody() {
        outcome = outcome(4, 2, true, true);
        for (int rank : new int[] {-1, 4}) {
            outcome.finalized(rank);
            outcome.ended(rank);
            outcome.exits(rank);
        }
        assertNoCause(NOW);
    }
}
