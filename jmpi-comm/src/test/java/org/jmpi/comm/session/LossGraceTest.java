package org.jmpi.comm.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LossGraceTest {
    private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int LOOKS = 4;

    private final AtomicInteger looks = new AtomicInteger();

    /** Returns whether a launcher is connected: until it is asked for the last time. */
    private boolean isConnected() {
        return looks.incrementAndGet() < LOOKS;
    }

    @Test
    void withoutAReasonThereIsNoGrace() {
        new LossGrace(Long.MAX_VALUE, this::isConnected).await();
        assertEquals(0, looks.get());
    }

    @Test
    void withoutALauncherTheGraceEnds() {
        LossGrace grace = new LossGrace(SHORT_NANOS);
        long begin = System.nanoTime();
        grace.begin();
        grace.await();
        assertTrue(System.nanoTime() - begin >= SHORT_NANOS);
    }

    /** A busy launcher takes longer than any grace. */
    @Test
    void theGraceOutlastsALauncher() {
        LossGrace grace = new LossGrace(0, this::isConnected);
        grace.begin();
        grace.await();
        assertEquals(LOOKS, looks.get());
    }
}
