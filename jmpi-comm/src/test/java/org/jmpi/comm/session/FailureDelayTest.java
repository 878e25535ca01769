package org.jmpi.comm.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FailureDelayTest {
    private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int LOOKS = 4;

    private final AtomicInteger looks = new AtomicInteger();

    /** Returns whether a launcher is connected: until it is asked for the last time. */
    private boolean isConnected() {
        return looks.incrementAndGet() < LOOKS;
    }

    @Test
    void withoutAReasonThereIsNoGrace() {
        new FailureDelay(Long.MAX_VALUE, this::isConnected).await();
        assertEquals(0, looks.get());
    }

    @Test
    void withoutALauncherTheGraceEnds() {
        FailureDelay grace = new FailureDelay(SHORT_NANOS);
        long begin = System.nanoTime();
        grace.begin();
        grace.await();
        assertTrue(System.nanoTime() - begin >= SHORT_NANOS);
    }

    /** A busy launcher takes longer than any grace. */
    @Test
    void theGraceOutlastsALauncher() {
        FailureDelay grace = new FailureDelay(0, this::isConnected);
        grace.begin();
        grace.await();
        assertEquals(LOOKS, looks.get());
    }
}
