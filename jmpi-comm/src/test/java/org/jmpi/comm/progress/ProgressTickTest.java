package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** How long the thread in the background rests between two looks. */
class ProgressTickTest {
    private static final long MILLISECOND = 1_000_000;

    @Test
    void itRestsLongerWhileTheProgramTakesTheSeatOftenButNeverForLong() {
        long tick = MILLISECOND;
        for (int ms : new int[] {2, 4, 8, 8, 8}) {
            tick = ProgressLeader.tickAfter(tick, 2);
            assertEquals(ms * MILLISECOND, tick);
        }
    }

    @Test
    void itLooksEveryMillisecondAgainOnceTheProgramRarelyTakesTheSeat() {
        assertEquals(MILLISECOND, ProgressLeader.tickAfter(8 * MILLISECOND, 1));
        assertEquals(MILLISECOND, ProgressLeader.tickAfter(8 * MILLISECOND, 0));
    }
}
