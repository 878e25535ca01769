package org.jmpi.comm.communicator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The numbers that processes propose. */
class ContextIdsTest {
    private static final int RANKS = 3;

    @Test
    void theProcessesOfAWorldProposeDifferentNumbers() {
        Set<Integer> seen = new HashSet<>();
        for (int rank = 0; rank < RANKS; rank++) {
            ContextIds ids = new ContextIds(rank, RANKS);
            assertEquals(0, ids.world());
            assertTrue(seen.add(ids.self()));
            for (int i = 0; i < 1000; i++) assertTrue(seen.add(ids.next(context -> true)));
        }
        assertFalse(seen.contains(0));
        for (int context : seen) assertEquals(0, context % 2);
    }

    @Test
    void numbersComeAgainAfterAllOthersUnlessTheyAreInUse() {
        int live = 24_000;
        int numbers = 1 << 16;
        ContextIds ids = new ContextIds(1, 2, numbers);
        Set<Integer> kept = new HashSet<>();
        for (int i = 0; i < live; i++) assertTrue(kept.add(ids.next(context -> !kept.contains(context))));
        Set<Integer> round = new HashSet<>();
        for (int i = 0; i < 1_000_000; i++) {
            if (i % (numbers / 2 - live) == 0) round.clear();
            int next = ids.next(context -> !kept.contains(context));
            assertTrue(next > 0 && next < 2 * numbers && next % 4 == 2, "number " + next);
            assertTrue(!kept.contains(next) && round.add(next), "number " + next);
        }
    }

    @Test
    void theNextWorldHasOtherNumbers() {
        ContextIds ids = new ContextIds(0, 2, 100);
        for (int world = 0; world < 200; world++) {
            Set<Integer> former = Set.of(ids.world(), ids.self(), ids.next(context -> true));
            ids.restart(ids.unused());
            for (int next : new int[] {ids.world(), ids.self(), ids.next(context -> true)})
                assertFalse(former.contains(next), "world " + world);
        }
    }

    /** The worst case: each of two agreements always has the other's number reserved at one of its ranks. */
    @Test
    void twoAgreementsThatMeetComeApart() {
        int worst = 0;
        for (int parent = 2; parent < 200; parent += 2)
            for (int other = parent + 2; other < 200; other += 2) worst = Math.max(worst, rounds(parent, other));
        assertTrue(worst <= 12, "rounds: " + worst);
    }

    private static int rounds(int parent, int otherParent) {
        ContextIds ids = new ContextIds(0, RANKS);
        ContextIds others = new ContextIds(0, RANKS);
        int refusals = 0;
        while (ids.next(context -> true) == others.next(context -> true)) {
            refusals++;
            ids.skip(refusals, parent);
            others.skip(refusals, otherParent);
        }
        return refusals;
    }
}
