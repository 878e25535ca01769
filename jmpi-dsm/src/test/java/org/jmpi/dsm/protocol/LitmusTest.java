package org.jmpi.dsm.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jmpi.dsm.protocol.Together.Call;
import org.junit.jupiter.api.Test;

/** Small programs, each with the one order of messages that shows what the protocol does. */
class LitmusTest {
    private static final int PAGE = Together.LONGS_OF_PAGE;

    private static Together of(int size) {
        return new Together(size, 2, Long.MAX_VALUE);
    }

    @Test
    void aLockBringsWhatWasWrittenBeforeIt() {
        Together ranks = of(2);
        ranks.lock(0, 5);
        ranks.set(0, 0, 1);
        ranks.set(0, PAGE, 2);
        ranks.unlock(0, 5);
        ranks.lock(1, 5);
        assertEquals(2, ranks.get(1, PAGE));
        assertEquals(1, ranks.get(1, 0));
    }

    @Test
    void aWriteIsLazy() {
        Together ranks = of(3);
        ranks.lock(0, 0);
        ranks.set(0, 0, 1);
        ranks.unlock(0, 0);
        assertEquals(0, ranks.get(1, 0), "no lock, no news");
        ranks.lock(1, 0);
        assertFalse(ranks.isValid(1, 0));
        assertEquals(0, ranks.ranks[0].count(Count.DIFFS), "nobody has asked");
        assertEquals(1, ranks.get(1, 0));
        assertEquals(1, ranks.ranks[0].count(Count.DIFFS));
        assertTrue(ranks.isValid(2, 0));
    }

    @Test
    void aThirdRankSeesWhatTheSecondOneHasSeen() {
        Together ranks = of(3);
        ranks.set(0, 0, 1);
        ranks.lock(0, 0);
        ranks.unlock(0, 0);
        ranks.lock(1, 0);
        ranks.unlock(1, 0);
        ranks.lock(1, 1);
        ranks.unlock(1, 1);
        ranks.lock(2, 1);
        assertEquals(1, ranks.get(2, 0));
    }

    @Test
    void twoRanksWriteToOnePage() {
        Together ranks = of(3);
        ranks.set(0, 0, 1);
        ranks.set(1, 1, 2);
        ranks.set(2, 3, 3);
        ranks.barrier();
        for (int rank = 0; rank < 3; rank++) {
            assertEquals(1, ranks.get(rank, 0));
            assertEquals(2, ranks.get(rank, 1));
            assertEquals(0, ranks.get(rank, 2));
            assertEquals(3, ranks.get(rank, 3));
        }
    }

    @Test
    void laterChangesAreAppliedLater() {
        Together ranks = of(4);
        for (int turn = 1; turn <= 4; turn++)
            for (int rank = 2; rank >= 0; rank--) {
                ranks.lock(rank, 0);
                ranks.set(rank, 0, 10 * turn + rank);
                ranks.unlock(rank, 0);
            }
        ranks.lock(3, 0);
        assertEquals(40, ranks.get(3, 0));
    }

    @Test
    void aPageIsWrittenAgainBeforeItsDiffIsAskedFor() {
        Together ranks = of(2);
        ranks.lock(0, 0);
        ranks.set(0, 0, 1);
        ranks.unlock(0, 0);
        ranks.set(0, 1, 2);
        ranks.lock(1, 0);
        assertEquals(1, ranks.get(1, 0));
        assertEquals(0, ranks.get(1, 1), "not before it is ordered");
    }

    @Test
    void aCopyHasNothingThatIsNotCommitted() {
        Together ranks = new Together(2, 2, 0);
        ranks.set(0, 0, 5);
        ranks.barrier();
        ranks.set(0, 1, 5);
        ranks.barrier();
        assertFalse(ranks.isValid(1, 0), "collected");
        ranks.lock(0, 0);
        ranks.set(0, 0, 7);
        assertEquals(5, ranks.get(1, 1));
        // The interval does not change the element, so that no diff has it.
        ranks.set(0, 0, 5);
        ranks.set(0, 2, 8);
        ranks.unlock(0, 0);
        ranks.lock(1, 0);
        assertEquals(8, ranks.get(1, 2));
        assertEquals(5, ranks.get(1, 0));
    }

    @Test
    void aDiffHasTheChangesOfOneRankAlone() {
        Together ranks = of(3);
        // Rank 1 changes the element before rank 2 changes it; rank 0 has changed its neighbour, and asks for both.
        ranks.set(0, 1, 1);
        ranks.lock(1, 1);
        ranks.set(1, 0, 2);
        ranks.unlock(1, 1);
        ranks.lock(0, 1);
        assertEquals(2, ranks.get(0, 0));
        ranks.lock(2, 2);
        ranks.unlock(0, 1);
        ranks.lock(2, 1);
        ranks.set(2, 0, 3);
        ranks.unlock(2, 1);
        ranks.barrier();
        for (int rank = 0; rank < 3; rank++) {
            assertEquals(3, ranks.get(rank, 0));
            assertEquals(1, ranks.get(rank, 1));
        }
    }

    @Test
    void barriersKeepTheMemoryBounded() {
        Together ranks = new Together(3, 2, 200);
        long most = 0;
        for (int turn = 1; turn <= 100; turn++) {
            for (int rank = 0; rank < 3; rank++) {
                assertEquals(turn == 1 ? 0 : turn - 1 + (rank + 1) % 3, ranks.get(rank, (rank + 1) % 3));
                ranks.set(rank, rank + PAGE, turn);
            }
            ranks.barrier();
            for (int rank = 0; rank < 3; rank++) ranks.set(rank, rank, turn + rank);
            ranks.barrier();
            for (Protocol each : ranks.ranks) most = Math.max(most, each.kept());
        }
        assertTrue(ranks.ranks[0].count(Count.COLLECTIONS) > 10);
        assertTrue(most < 40, "most=" + most);
    }

    @Test
    void aLockGoesFromRankToRank() {
        Together ranks = of(4);
        ranks.lock(3, 2);
        Call first = ranks.begin(ranks.ranks[1].lock(2));
        Call second = ranks.begin(ranks.ranks[0].lock(2));
        assertFalse(first.goOn() || second.goOn());
        assertEquals("lock 2", first.awaited());
        assertEquals(List.of(3), first.wayToHolder());
        assertEquals(List.of(1, 3), second.wayToHolder());
        ranks.unlock(3, 2);
        assertTrue(first.goOn());
        assertFalse(second.goOn());
        assertEquals(List.of(1), second.wayToHolder());
        Call third = ranks.begin(ranks.ranks[3].lock(2));
        ranks.unlock(1, 2);
        assertTrue(second.goOn());
        assertFalse(third.goOn());
        ranks.unlock(0, 2);
        assertTrue(third.goOn());
    }

    @Test
    void aLockThatIsHereNeedsNoMessage() {
        Together ranks = of(2);
        ranks.lock(1, 0);
        ranks.unlock(1, 0);
        long before = ranks.ranks[1].count(Count.MESSAGES);
        for (int i = 0; i < 10; i++) {
            ranks.lock(1, 0);
            ranks.set(1, 0, i);
            ranks.unlock(1, 0);
        }
        assertEquals(before, ranks.ranks[1].count(Count.MESSAGES));
        assertEquals(11, ranks.ranks[1].count(Count.ACQUIRES));
    }

    @Test
    void aSignalWakesTheFirstOfTheWaitingRanksAndABroadcastAll() {
        Together ranks = of(4);
        Call[] waits = new Call[3];
        for (int rank = 0; rank < 3; rank++) {
            ranks.lock(rank, 1);
            waits[rank] = ranks.begin(ranks.ranks[rank].await(1, 0));
            assertEquals("condition 0 of lock 1", waits[rank].awaited());
        }
        ranks.lock(3, 1);
        assertTrue(ranks.begin(ranks.ranks[3].signal(1, 0, false)).goOn());
        assertFalse(waits[0].goOn(), "rank 3 has the lock");
        ranks.unlock(3, 1);
        assertTrue(waits[0].goOn());
        assertFalse(waits[1].goOn());
        assertTrue(ranks.begin(ranks.ranks[0].signal(1, 0, true)).goOn());
        assertFalse(waits[1].goOn());
        ranks.unlock(0, 1);
        assertTrue(waits[1].goOn());
        assertFalse(waits[2].goOn());
        ranks.unlock(1, 1);
        assertTrue(waits[2].goOn());
    }

    @Test
    void aSignalComesBeforeTheRankHasAskedForIt() {
        Together ranks = of(3);
        ranks.lock(0, 1);
        ranks.late = Question.AWAIT;
        Call wait = ranks.begin(ranks.ranks[0].await(1, 0));
        ranks.lock(2, 1);
        assertTrue(ranks.begin(ranks.ranks[2].signal(1, 0, false)).goOn());
        ranks.unlock(2, 1);
        assertFalse(wait.goOn());
        ranks.arrive();
        assertTrue(wait.goOn());
    }

    @Test
    void aSignalComesBeforeTheRankHasEnlisted() {
        Together ranks = of(3);
        ranks.lock(0, 1);
        ranks.late = Question.ENLIST;
        Call wait = ranks.begin(ranks.ranks[0].await(1, 0));
        Call lock = ranks.begin(ranks.ranks[2].lock(1));
        assertFalse(lock.goOn(), "a rank that is not on the list yet keeps the lock");
        ranks.arrive();
        assertFalse(wait.goOn());
        assertTrue(lock.goOn());
    }

    @Test
    void aSignalThatNobodyWaitsForIsLost() {
        Together ranks = of(2);
        ranks.lock(0, 0);
        assertTrue(ranks.begin(ranks.ranks[0].signal(0, 0, false)).goOn());
        assertTrue(ranks.begin(ranks.ranks[0].signal(0, 0, true)).goOn());
        ranks.unlock(0, 0);
        ranks.lock(1, 0);
        assertFalse(ranks.begin(ranks.ranks[1].await(0, 0)).goOn());
    }

    @Test
    void aRankHasToHaveTheLock() {
        Together ranks = of(2);
        Protocol rank = ranks.ranks[0];
        assertThrows(IllegalStateException.class, () -> rank.unlock(0));
        assertThrows(IllegalStateException.class, () -> rank.await(0, 0));
        assertThrows(IllegalStateException.class, () -> rank.signal(0, 0, true));
        ranks.lock(0, 0);
        assertThrows(IllegalStateException.class, () -> ranks.lock(0, 0));
    }

    @Test
    void pagesOfOneWriterComeTogether() {
        Together ranks = new Together(2, 50, Long.MAX_VALUE);
        for (int page = 0; page < 50; page++) ranks.set(0, PAGE * page, page);
        ranks.barrier();
        long before = ranks.ranks[1].count(Count.MESSAGES);
        Call fetch = ranks.begin(ranks.fetch(1, 0, 49));
        assertTrue(fetch.goOn());
        assertEquals(before + 1, ranks.ranks[1].count(Count.MESSAGES));
        for (int page = 0; page < 50; page++) assertEquals(page, ranks.get(1, PAGE * page));
    }
}
