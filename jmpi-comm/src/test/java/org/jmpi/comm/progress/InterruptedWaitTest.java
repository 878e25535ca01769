package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.transport.Scheduler;
import org.jmpi.comm.transport.SleepRecheck;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thread that follows the leader, or has none to follow, and is interrupted. */
@Timeout(60)
class InterruptedWaitTest {
    private final DeliveryTransport transport = new DeliveryTransport();
    private final ProgressLeader leader =
            new ProgressLeader(Scheduler.JDK, transport, ProgressLeaderTest.hasty(), new SettableFailure(), "none");
    private final ProgressLeader pushed =
            new ProgressLeader(Scheduler.JDK, null, ProgressLeaderTest.hasty(), new SettableFailure(), "none");

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
        for (ProgressLeader each : List.of(leader, pushed)) {
            Event others = new Event();
            CompletableFuture<Boolean> leading =
                    each == leader ? ProgressLeaderTest.async(() -> leader.await(others, null)) : null;
            if (leading != null) ProgressLeaderTest.until(() -> transport.blockedIn() != null);
            Sleeps sleeps = new Sleeps();
            CompletableFuture<Boolean> waiter = ProgressLeaderTest.async(() -> {
                Thread.currentThread().interrupt();
                return each.await(sleeps, null) && Thread.interrupted();
            });
            ProgressLeaderTest.until(() -> sleeps.times.size() >= 4);
            assertTrue(sleeps.times.get(3) - sleeps.times.get(1) > SleepRecheck.SLEEP_NANOS);
            sleeps.event.complete();
            assertTrue(ProgressLeaderTest.get(waiter));
            if (leading == null) continue;
            transport.deliver(others::complete);
            assertTrue(ProgressLeaderTest.get(leading));
        }
    }

    @Test
    void anInterruptFromBeforeTheWaitIsKept() {
        for (ProgressLeader each : List.of(leader, pushed)) {
            Event event = new Event();
            ProgressLeaderTest.async(() -> {
                for (int i = 0; i < 10_000; i++) Thread.yield();
                if (each == leader) transport.deliver(event::complete);
                else event.complete();
                return null;
            });
            Thread.currentThread().interrupt();
            assertTrue(each.await(event, null));
            assertTrue(Thread.interrupted());
        }
    }
}
