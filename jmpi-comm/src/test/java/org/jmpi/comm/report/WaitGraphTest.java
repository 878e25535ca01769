package org.jmpi.comm.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jmpi.comm.control.BlockedCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is said of ranks that wait for each other. */
@Timeout(60)
class WaitGraphTest {
    private final List<BlockedCall> calls = new ArrayList<>();

    private WaitGraphTest in(int rank, String call, Integer... awaited) {
        calls.add(new BlockedCall(rank, call, false, Arrays.asList(awaited), 1, ""));
        return this;
    }

    private void says(int size, String... lines) {
        assertEquals(List.of(lines), new WaitGraph(size, calls).report());
    }

    @Test
    void nothingOfRanksThatDoNotWait() {
        says(3);
    }

    @Test
    void aCycleFromItsLowestRankOn() {
        in(2, "A", 1).in(1, "B", 3).in(3, "C", 2);
        says(4, "deadlock: rank 1 in B waits for rank 3 in C waits for rank 2 in A waits for rank 1");
    }

    @Test
    void aRankThatWaitsForItself() {
        in(0, "Ssend(dest=0, tag=1)", 0);
        says(2, "deadlock: rank 0 in Ssend(dest=0, tag=1) waits for rank 0");
    }

    @Test
    void whoWaitsForACycle() {
        in(0, "A", 1).in(1, "B", 0).in(2, "C", 1).in(3, "C", 2).in(4, "C", 3, 0);
        says(6, "deadlock: rank 0 in A waits for rank 1 in B waits for rank 0", "ranks 2 to 4 wait for these");
    }

    @Test
    void twoCycles() {
        in(0, "A", 2).in(2, "B", 0).in(1, "C", 3).in(3, "D", 1).in(5, "E", 3);
        says(
                6,
                "deadlock: rank 0 in A waits for rank 2 in B waits for rank 0",
                "deadlock: rank 1 in C waits for rank 3 in D waits for rank 1",
                "rank 5 waits for these");
    }

    @Test
    void aRankThatWaitsForEitherOfTwoCyclesIsInNone() {
        in(0, "Any", 1, 3).in(1, "A", 2).in(2, "B", 1).in(3, "C", 4).in(4, "D", 3);
        says(
                5,
                "deadlock: rank 1 in A waits for rank 2 in B waits for rank 1",
                "deadlock: rank 3 in C waits for rank 4 in D waits for rank 3",
                "rank 0 waits for these");
    }

    @Test
    void besideADeadlockARankInNoCallIsNoNews() {
        in(0, "A", 1).in(1, "B", 0).in(2, "C", 3);
        says(4, "deadlock: rank 0 in A waits for rank 1 in B waits for rank 0");
    }

    @Test
    void aKnotIfEveryRankAwaitedIsInIt() {
        in(0, "Any", 1, 2).in(1, "A", 0).in(2, "B", 1);
        says(
                3,
                "deadlock: rank 0 in Any waits for any of ranks 1, 2; rank 1 in A waits for rank 0; "
                        + "rank 2 in B waits for rank 1");
    }

    @Test
    void noKnotIfOneRankAwaitedCanGoOn() {
        in(0, "Any", 1, 2, 3, 4, 5).in(1, "A", 0).in(2, "A", 0);
        says(6, "ranks 3 to 5 are not in an MPI call; rank 0 in Any waits for any of ranks 1 to 5");
    }

    @Test
    void noDeadlockIfARankIsNotInACall() {
        in(0, "A", 1).in(1, "B", 2);
        says(3, "rank 2 is not in an MPI call; rank 1 in B waits for rank 2");
    }

    @Test
    void noDeadlockIfACallGoesOnByItself() {
        in(0, "A", 1).in(1, "B");
        says(2);
    }

    @Test
    void noDeadlockIfAnotherThreadOfARankCanGoOn() {
        in(0, "A", 1).in(1, "B", 0).in(1, "C", 2);
        says(3, "rank 2 is not in an MPI call; rank 1 in C waits for rank 2");
    }

    @Test
    void aDeadlockOfAllThreadsOfARank() {
        in(0, "A", 1).in(1, "B", 0).in(1, "C", 0);
        says(2, "deadlock: rank 0 in A waits for rank 1; rank 1 in B waits for rank 0; rank 1 in C waits for rank 0");
    }

    @Test
    void manyWhoWaitAreCounted() {
        for (int rank = 1; rank < 11; rank++) in(rank, "A", 0);
        String named = "";
        for (int rank = 1; rank < 9; rank++) named += "; rank " + rank + " in A waits for rank 0";
        says(11, "rank 0 is not in an MPI call" + named + "; and 2 more");
    }
}
