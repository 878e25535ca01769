package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jmpi.comm.request.Completion;
import org.jmpi.comm.transport.Grace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thread that follows the driver, or has none to follow, and is interrupted. */
@Timeout(60)
class InterruptedWaitTest {
    private final DeliveryTransport transport = new DeliveryTransport();
    private final Driver driver = new Driver(transport, DriverTest.hasty(), () -> null, "none");
    private final Driver pushed = new Driver(null, DriverTest.hasty(), () -> null, "none");

    @AfterEach
    void noTwoDroveAtOnce() {
        transport.assertDrivenByOneThreadAtATime();
    }

    /** Counts how often a thread goes to sleep for it. */
    private static final class Sleeps implements Completion {
        private final Event event = new Event();
        private final List<Long> times = new CopyOnWriteArrayList<>();

        @Override
        public boolean isDone() {
            return event.isDone();
        }

        @Override
        public void wakes(Runnable run) {
            if (run != null) times.add(System.nanoTime());
            event.wakes(run);
        }
    }

    @Test
    void anInterruptedThreadStillSleeps() throws Exception {
        for (Driver each : List.of(driver, pushed)) {
            Event others = new Event();
            CompletableFuture<Boolean> seat = each == driver ? DriverTest.async(() -> driver.await(others)) : null;
            if (seat != null) DriverTest.until(() -> transport.blockedIn() != null);
            Sleeps sleeps = new Sleeps();
            CompletableFuture<Boolean> waiter = DriverTest.async(() -> {
                Thread.currentThread().interrupt();
                return each.await(sleeps) && Thread.interrupted();
            });
            DriverTest.until(() -> sleeps.times.size() >= 4);
            assertTrue(sleeps.times.get(3) - sleeps.times.get(1) > Grace.DOZE_NANOS);
            sleeps.event.complete();
            assertTrue(DriverTest.get(waiter));
            if (seat == null) continue;
            transport.deliver(others::complete);
            assertTrue(DriverTest.get(seat));
        }
    }

    @Test
    void anInterruptFromBeforeTheWaitIsKept() {
        for (Driver each : List.of(driver, pushed)) {
            Event event = new Event();
            DriverTest.async(() -> {
                for (int i = 0; i < 10_000; i++) Thread.yield();
                if (each == driver) transport.deliver(event::complete);
                else event.complete();
                return null;
            });
            Thread.currentThread().interrupt();
            assertTrue(each.await(event));
            assertTrue(Thread.interrupted());
        }
    }
}
