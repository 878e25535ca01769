package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class SleepRecheckTest {
    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void whatIsThereIsSeenAtOnce() {
        assertTrue(SleepRecheck.recheck(Scheduler.JDK, () -> looks.incrementAndGet() > 0));
        assertEquals(1, looks.get());
    }

    @Test
    void whatDoesNotComeIsLookedForUntilTheRecheckIsOver() {
        long start = System.nanoTime();
        assertFalse(SleepRecheck.recheck(Scheduler.JDK, () -> looks.incrementAndGet() < 0));
        assertTrue(System.nanoTime() - start >= SleepRecheck.NANOS);
    }

    @Test
    void aThreadThatLostItsCoreLooksAgain() {
        assertTrue(SleepRecheck.recheck(Scheduler.JDK, () -> {
            long until = System.nanoTime() + 2 * SleepRecheck.NANOS;
            if (looks.getAndIncrement() > 0) return true;
            while (System.nanoTime() - until < 0) Thread.onSpinWait();
            return false;
        }));
    }
}
