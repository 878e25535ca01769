package org.jmpi.run.threads;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RankThreadTest {
    /** The last rank that leaves ends the JVM as soon as it need await no other. */
    @Test
    void aRankThatLeavesIsAwaitedUntilItHasDeparted() {
        RankThread rank = new RankThread(0, () -> {}, failure -> false, () -> {});
        rank.leave(() -> {
            assertTrue(rank.hasLeft());
            assertFalse(rank.isInExit());
        });
        assertTrue(rank.isInExit());
    }
}
