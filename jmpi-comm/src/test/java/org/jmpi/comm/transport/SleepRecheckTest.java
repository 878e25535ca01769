package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class SleepRecheckTest {
    private final Clock clock = new Clock();

    private int looks;

    @Test
    void whatIsThereIsSeenAtOnce() {
        assertTrue(SleepRecheck.recheck(clock, () -> ++looks > 0));
        assertEquals(1, looks);
    }

    @Test
    void whatDoesNotComeIsLookedForUntilTheRecheckIsOver() {
        long[] last = {0};
        assertFalse(SleepRecheck.recheck(clock, () -> {
            last[0] = clock.nanos;
            return ++looks < 0;
        }));
        assertEquals(SleepRecheck.NANOS, last[0]);
        assertEquals(SleepRecheck.NANOS / Clock.SPIN + 1, looks);
    }

    @Test
    void aThreadThatLostItsCoreLooksAgain() {
        assertTrue(SleepRecheck.recheck(clock, () -> {
            clock.nanos += 2 * SleepRecheck.NANOS;
            return looks++ > 0;
        }));
    }

    /** Advances while the thread spins, and when a test says so. */
    private static final class Clock extends Scheduler {
        static final long SPIN = 100;

        long nanos;

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public void onSpinWait() {
            nanos += SPIN;
        }
    }
}
