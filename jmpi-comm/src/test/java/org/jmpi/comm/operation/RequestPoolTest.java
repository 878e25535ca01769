package org.jmpi.comm.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RequestPoolTest {
    /** Something that only one thread may have at a time. */
    private static final class Thing {
        final AtomicBoolean inUse = new AtomicBoolean();
    }

    private final AtomicInteger made = new AtomicInteger();
    private final RequestPool<Thing> pool = new RequestPool<>(home -> {
        made.incrementAndGet();
        return new Thing();
    });

    @Test
    void whatIsGivenBackIsTakenNext() {
        Thing thing = pool.take();
        for (int i = 0; i < 1000; i++) {
            pool.give(thing);
            assertSame(thing, pool.take());
        }
        assertEquals(1, made.get());
    }

    @Test
    void noMoreThanAFewHundredAreKept() {
        List<Thing> things = new ArrayList<>();
        for (int i = 0; i < 1000; i++) things.add(pool.take());
        things.forEach(pool::give);
        for (int i = 0; i < 1000; i++) pool.take();
        assertTrue(made.get() > 1500 && made.get() < 2000, made::toString);
    }

    @Test
    void noTwoThreadsGetTheSame() throws Exception {
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++)
            threads.add(CompletableFuture.runAsync(
                    () -> {
                        for (int round = 0; round < 50_000; round++) {
                            Thing thing = pool.take();
                            assertTrue(thing.inUse.compareAndSet(false, true));
                            thing.inUse.set(false);
                            pool.give(thing);
                        }
                    },
                    task -> new Thread(task).start()));
        for (CompletableFuture<Void> thread : threads) thread.get(30, TimeUnit.SECONDS);
    }
}
