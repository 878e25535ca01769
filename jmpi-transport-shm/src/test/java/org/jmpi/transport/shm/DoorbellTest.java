package org.jmpi.transport.shm;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DoorbellTest {
    private static final long DAY_NANOS = TimeUnit.DAYS.toNanos(1);

    /** Three times as many as one wait takes, and some. */
    private static final int STROKES = 200;

    @Test
    void aWaitTakesALimitedNumberOfStrokes() throws Exception {
        try (Doorbell doorbell = new Doorbell();
                Doorbell others = new Doorbell()) {
            int port = doorbell.port();
            for (int i = 0; i < STROKES; i++) others.ring(port);
            for (int i = 0; i < 4; i++) doorbell.await(DAY_NANOS, () -> false);
            CompletableFuture<Void> wait = CompletableFuture.runAsync(() -> doorbell.await(DAY_NANOS, () -> false));
            assertFalse(wait.isDone());
            others.ring(port);
            wait.get();
        }
    }
}
