package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jmpi.comm.request.AnyOf;
import org.jmpi.comm.request.Completion;
import org.jmpi.comm.transport.Grace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What ends a wait besides what is awaited, and what the background thread does meanwhile. */
@Timeout(60)
class DriverEndsTest extends DriverFixture {
    /** Has something happen, once, at the last moment before a thread says by what it is to be woken. */
    private static final class Trap implements Completion {
        private final Runnable spring;
        private boolean sprung;
        private volatile boolean done;
        private volatile Runnable alarm;

        Trap(Runnable spring) {
            this.spring = spring;
        }

        void complete() {
            done = true;
            Runnable set = alarm;
            if (set != null) set.run();
        }

        @Override
        public boolean isDone() {
            return done;
        }

        @Override
        public void wakes(Runnable run) {
            if (run != null && !sprung) {
                sprung = true;
                spring.run();
            }
            alarm = run;
        }
    }

    private Trap trapThatCompletesItself() {
        Trap[] self = new Trap[1];
        return self[0] = new Trap(() -> self[0].complete());
    }

    @Test
    void whatComesBeforeTheAlarmIsSetIsSeen() throws Exception {
        for (Driver each : List.of(driver, pushed)) assertTrue(get(async(() -> each.await(trapThatCompletesItself()))));
        CompletableFuture<Boolean> seat = sit();
        assertTrue(get(async(() -> driver.await(trapThatCompletesItself()))));
        transport.deliver(seated::complete);
        assertTrue(get(seat));
    }

    @Test
    void aFailureBeforeTheAlarmIsSetIsSeen() throws Exception {
        for (Driver each : List.of(driver, pushed)) {
            failure.set(null);
            assertFalse(get(async(() -> each.await(new Trap(() -> failNow(each))))));
        }
        failure.set(null);
        CompletableFuture<Boolean> seat = sit();
        assertFalse(get(async(() -> driver.await(new Trap(() -> failNow(driver))))));
        assertFalse(get(seat));
    }

    private void failNow(Driver each) {
        failure.set(failed("failed"));
        each.wakeAll();
    }

    @Test
    void aSeatThatFallsFreeBeforeTheAlarmIsSetIsSeen() throws Exception {
        CompletableFuture<Boolean> seat = sit();
        Trap trap = new Trap(() -> {
            transport.deliver(seated::complete);
            until(seat::isDone);
        });
        CompletableFuture<Boolean> next = async(() -> driver.await(trap));
        until(() -> seat.isDone() && transport.blockedIn() != null);
        transport.deliver(trap::complete);
        assertTrue(get(next));
    }

    @Test
    void oneOfSeveralIsEnough() throws Exception {
        for (int round = 0; round < 500; round++) {
            List<Event> events = List.of(new Event(), new Event(), new Event());
            AnyOf any = new AnyOf(events);
            Event chosen = events.get(round % 3);
            CompletableFuture<Boolean> first = async(() -> driver.await(any));
            transport.deliver(chosen::complete);
            assertTrue(get(first));
            assertTrue(chosen.isDone());
        }
    }

    @Test
    void theBackgroundThreadDrivesWhileNobodyWaits() {
        driver.start((thread, cause) -> {});
        for (int round = 0; round < 20; round++) {
            AtomicReference<String> deliverer = new AtomicReference<>();
            transport.deliver(() -> deliverer.set(Thread.currentThread().getName()));
            until(() -> deliverer.get() != null);
            assertEquals(BACKGROUND, deliverer.get());
        }
    }

    @Test
    void theBackgroundThreadGivesWayToOneThatWaits() throws Exception {
        driver.start((thread, cause) -> {});
        for (int round = 0; round < 20; round++) {
            until(() -> {
                Thread blocked = transport.blockedIn();
                return blocked != null && blocked.getName().equals(BACKGROUND);
            });
            Event event = new Event();
            AtomicReference<Thread> self = new AtomicReference<>();
            CompletableFuture<Boolean> waiter = async(() -> {
                self.set(Thread.currentThread());
                return driver.await(event);
            });
            until(() -> self.get() != null && transport.blockedIn() == self.get());
            transport.deliver(() -> {
                assertNotEquals(BACKGROUND, Thread.currentThread().getName());
                event.complete();
            });
            assertTrue(get(waiter));
        }
    }

    @Test
    void theBackgroundThreadSleepsWhileOneWaitsAndIsThereAfterwards() throws Exception {
        driver.start((thread, cause) -> {});
        Event event = new Event();
        AtomicReference<Thread> self = new AtomicReference<>();
        CompletableFuture<Boolean> waiter = async(() -> {
            self.set(Thread.currentThread());
            return driver.await(event);
        });
        until(() -> self.get() != null && transport.blockedIn() == self.get());
        Thread background = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(BACKGROUND))
                .findAny()
                .orElseThrow();
        // WAITING, not TIMED_WAITING: it sleeps until it is woken.
        untilParked(background);
        transport.deliver(event::complete);
        assertTrue(get(waiter));
        AtomicReference<Thread> deliverer = new AtomicReference<>();
        transport.deliver(() -> deliverer.set(Thread.currentThread()));
        until(() -> deliverer.get() != null);
        assertSame(background, deliverer.get());
    }

    @ParameterizedTest(name = "{0} threads")
    @ValueSource(ints = {1, 2, 5})
    void aFailureEndsEveryWait(int threads) throws Exception {
        for (Driver each : List.of(driver, pushed)) {
            failure.set(null);
            List<CompletableFuture<Boolean>> waiters = new ArrayList<>();
            List<Thread> selves = new ArrayList<>();
            CountDownLatch started = new CountDownLatch(threads);
            for (int i = 0; i < threads; i++)
                waiters.add(async(() -> {
                    synchronized (selves) {
                        selves.add(Thread.currentThread());
                    }
                    started.countDown();
                    return each.await(new Event());
                }));
            started.await();
            selves.forEach(thread -> until(() ->
                    thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING));
            failure.set(failed("failed"));
            each.wakeAll();
            for (CompletableFuture<Boolean> waiter : waiters) assertFalse(get(waiter));
        }
    }

    @ParameterizedTest(name = "{0} threads, driven {1}")
    @CsvSource({"1,true", "2,true", "1,false", "2,false"})
    void aFailureThatComesJustAsOneBlocksIsSeen(int threads, boolean driven) throws Exception {
        Driver each = driven ? driver : pushed;
        int rounds = 3000;
        AtomicInteger begun = new AtomicInteger(-1);
        AtomicInteger ended = new AtomicInteger();
        List<CompletableFuture<Void>> waiters = new ArrayList<>();
        for (int i = 0; i < threads; i++)
            waiters.add(async(() -> {
                for (int r = 0; r < rounds; r++) {
                    int round = r;
                    until(() -> begun.get() == round);
                    assertFalse(each.await(new Event()));
                    ended.incrementAndGet();
                }
                return null;
            }));
        Random random = new Random(threads);
        for (int r = 0; r < rounds; r++) {
            int due = threads * (r + 1);
            failure.set(null);
            begun.set(r);
            for (int i = random.nextInt(400); i > 0; i--) Thread.onSpinWait();
            failure.set(failed("failed"));
            each.wakeAll();
            until(() -> ended.get() == due);
        }
        for (CompletableFuture<Void> waiter : waiters) get(waiter);
    }

    @Test
    void workThatComesUpEndsTheWaitOfWhoeverBlocks() throws Exception {
        Event event = new Event();
        CompletableFuture<Boolean> waiter = async(() -> driver.await(event));
        until(() -> transport.blockedIn() != null);
        for (int round = 0; round < 100; round++) {
            int before = transport.waits();
            until(() -> transport.blockedIn() != null);
            driver.onWork();
            until(() -> transport.waits() > before);
        }
        transport.deliver(event::complete);
        assertTrue(get(waiter));
    }

    /** A wait during which its thread is interrupted: it goes on, and the interrupt is still set when it returns. */
    private void interruptWait(Driver each, boolean other) throws Exception {
        Event event = new Event();
        Event others = new Event();
        AtomicReference<Thread> self = new AtomicReference<>();
        CompletableFuture<Boolean> seat = other ? async(() -> each.await(others)) : null;
        if (other) until(() -> transport.blockedIn() != null);
        CompletableFuture<Boolean> waiter = async(() -> {
            self.set(Thread.currentThread());
            return each.await(event) && Thread.interrupted();
        });
        until(() -> self.get() != null && self.get().getState() != Thread.State.RUNNABLE);
        for (int i = 0; i < 3; i++) {
            self.get().interrupt();
            for (int turn = 0; turn < 1000; turn++) Thread.yield();
            assertFalse(waiter.isDone());
        }
        if (each == driver) transport.deliver(event::complete);
        else event.complete();
        assertTrue(get(waiter));
        if (other) transport.deliver(others::complete);
        if (other) assertTrue(get(seat));
    }

    @Test
    void anInterruptIsKeptForTheCaller() throws Exception {
        interruptWait(driver, false);
        interruptWait(driver, true);
        interruptWait(pushed, false);
    }

    @Test
    void anInterruptFromBeforeTheWaitIsKept() {
        for (Driver each : List.of(driver, pushed)) {
            Event event = new Event();
            async(() -> {
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
            CompletableFuture<Boolean> seat = each == driver ? sit() : null;
            Sleeps sleeps = new Sleeps();
            CompletableFuture<Boolean> waiter = async(() -> {
                Thread.currentThread().interrupt();
                return each.await(sleeps) && Thread.interrupted();
            });
            until(() -> sleeps.times.size() == 4);
            assertTrue(sleeps.times.get(3) - sleeps.times.get(1) > Grace.DOZE_NANOS);
            sleeps.event.complete();
            assertTrue(get(waiter));
            if (seat == null) continue;
            transport.deliver(seated::complete);
            assertTrue(get(seat));
        }
    }

    @Test
    void closeEndsTheBackgroundThreadWhereverItIs() throws Exception {
        for (int round = 0; round < 100; round++) {
            Driver each = new Driver(transport, hasty(), failure::get, "background " + round);
            each.start((thread, cause) -> {});
            if (round % 3 == 0) until(() -> transport.blockedIn() != null);
            if (round % 5 == 0) Thread.currentThread().interrupt();
            each.close();
            assertEquals(round % 5 == 0, Thread.interrupted());
            String name = "background " + round;
            assertTrue(Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().equals(name)));
        }
    }

    @Test
    void anExceptionInTheBackgroundIsReported() throws Exception {
        AtomicReference<Throwable> reported = new AtomicReference<>();
        driver.start((thread, cause) -> reported.set(cause));
        IllegalStateException cause = new IllegalStateException("from the transport");
        transport.deliver(() -> {
            throw cause;
        });
        until(() -> reported.get() != null);
        assertSame(cause, reported.get());
    }
}
