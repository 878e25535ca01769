package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.request.AnyOf;
import org.jmpi.comm.request.Request;
import org.jmpi.comm.request.WaitStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who drives a transport, and that nobody who waits is forgotten. */
@Timeout(60)
class DriverTest {
    private static final int LIMIT_SECONDS = 40;
    private static final String BACKGROUND = "background of the test";

    private final DeliveryTransport transport = new DeliveryTransport();
    private final AtomicReference<CommException> failure = new AtomicReference<>();
    private final Driver driver = new Driver(transport, hasty(), failure::get, BACKGROUND);
    private final Driver pushed = new Driver(null, hasty(), failure::get, "none");

    /** Blocks as soon as may be, so that every wait goes through the wake-ups. */
    private static WaitStrategy hasty() {
        Properties properties = new Properties();
        properties.setProperty("jmpi.wait.spin.ns", "0");
        properties.setProperty("jmpi.wait.yield.ns", "0");
        return new WaitStrategy(JmpiConfig.load(properties, Map.of()), 2, 1, false);
    }

    private static final class Event extends Request {}

    @AfterEach
    void closeDriver() {
        driver.close();
        transport.assertDrivenByOneThreadAtATime();
    }

    private static <T> CompletableFuture<T> async(Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(task.call());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    private static <T> T get(CompletableFuture<T> result) throws Exception {
        try {
            return result.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    private static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "did not happen");
            Thread.yield();
        }
    }

    private static void untilParked(Thread thread) {
        until(() -> thread.getState() == Thread.State.WAITING);
    }

    @Test
    void theThreadThatWaitsDrives() {
        Event event = new Event();
        AtomicReference<Thread> deliverer = new AtomicReference<>();
        transport.deliver(() -> deliverer.set(Thread.currentThread()));
        transport.deliver(event::complete);
        assertTrue(driver.await(event));
        assertSame(Thread.currentThread(), deliverer.get());
    }

    @Test
    void whatIsDoneAlreadyIsNotWaitedFor() {
        Event event = new Event();
        event.complete();
        failure.set(new CommException(ErrorClass.OTHER, "failed"));
        assertTrue(driver.await(event));
        assertEquals(null, transport.lastPoller());
    }

    @Test
    void progressMovesOneStep() {
        Event event = new Event();
        transport.deliver(event::complete);
        driver.progress();
        assertTrue(event.isDone());
        driver.progress();
    }

    @ParameterizedTest(name = "{0} threads, background {1}")
    @CsvSource({"1,false", "1,true", "2,false", "2,true", "4,true", "7,false"})
    void noWakeUpIsLost(int threads, boolean background) throws Exception {
        if (background)
            driver.start((thread, cause) -> failure.set(new CommException(ErrorClass.INTERN, "died", cause)));
        int rounds = 6000 / threads;
        Queue<Event> due = new ConcurrentLinkedQueue<>();
        List<CompletableFuture<Integer>> waiters = new ArrayList<>();
        for (int i = 0; i < threads; i++)
            waiters.add(async(() -> {
                for (int round = 0; round < rounds; round++) {
                    Event event = new Event();
                    due.add(event);
                    assertTrue(driver.await(event));
                }
                return rounds;
            }));
        Random random = new Random(threads);
        for (int left = threads * rounds; left > 0; ) {
            Event event = due.poll();
            if (event == null) {
                Thread.yield();
                continue;
            }
            for (int i = random.nextInt(3) * 20; i > 0; i--) Thread.onSpinWait();
            // Some things come by the transport, others by another thread of the program.
            if (random.nextInt(4) > 0) transport.deliver(event::complete);
            else event.complete();
            left--;
        }
        for (CompletableFuture<Integer> waiter : waiters) assertEquals(rounds, get(waiter));
    }

    @ParameterizedTest(name = "{0} threads")
    @ValueSource(ints = {1, 4})
    void noWakeUpIsLostWhereEverythingArrivesByItself(int threads) throws Exception {
        int rounds = 4000 / threads;
        Queue<Event> due = new ConcurrentLinkedQueue<>();
        List<CompletableFuture<Integer>> waiters = new ArrayList<>();
        for (int i = 0; i < threads; i++)
            waiters.add(async(() -> {
                for (int round = 0; round < rounds; round++) {
                    Event event = new Event();
                    due.add(event);
                    assertTrue(pushed.await(event));
                }
                return rounds;
            }));
        for (int left = threads * rounds; left > 0; ) {
            Event event = due.poll();
            if (event == null) {
                Thread.yield();
                continue;
            }
            event.complete();
            left--;
        }
        for (CompletableFuture<Integer> waiter : waiters) assertEquals(rounds, get(waiter));
    }

    @Test
    void noWakeUpIsLostWhileOthersLookWithoutWaiting() throws Exception {
        driver.start((thread, cause) -> {});
        int rounds = 2000;
        CountDownLatch over = new CountDownLatch(1);
        CompletableFuture<Void> looker = async(() -> {
            while (over.getCount() > 0) driver.progress();
            return null;
        });
        CompletableFuture<Void> waiter = async(() -> {
            for (int round = 0; round < rounds; round++) {
                Event event = new Event();
                CompletableFuture<Void> deliverer = round % 100 == 0 ? async(() -> deliver(event)) : null;
                if (deliverer == null) transport.deliver(event::complete);
                assertTrue(driver.await(event));
            }
            return null;
        });
        get(waiter);
        over.countDown();
        get(looker);
    }

    private Void deliver(Event event) {
        transport.deliver(event::complete);
        return null;
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
    void theBackgroundThreadDoesNotSpinWhileOneWaits() throws Exception {
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
            failure.set(new CommException(ErrorClass.OTHER, "failed"));
            each.wakeAll();
            for (CompletableFuture<Boolean> waiter : waiters) assertFalse(get(waiter));
        }
    }

    @Test
    void aFailureThatComesJustAsOneBlocksIsSeen() throws Exception {
        for (int round = 0; round < 500; round++) {
            failure.set(null);
            CompletableFuture<Boolean> first = async(() -> driver.await(new Event()));
            CompletableFuture<Boolean> second = async(() -> driver.await(new Event()));
            for (int i = round; i > 0; i--) Thread.onSpinWait();
            failure.set(new CommException(ErrorClass.OTHER, "failed"));
            driver.wakeAll();
            assertFalse(get(first));
            assertFalse(get(second));
        }
    }

    @Test
    void workThatComesUpEndsTheWaitOfWhoeverBlocks() throws Exception {
        Event event = new Event();
        CompletableFuture<Boolean> waiter = async(() -> driver.await(event));
        until(() -> transport.blockedIn() != null);
        for (int round = 0; round < 100; round++) {
            Thread blocked = transport.blockedIn();
            driver.onWork();
            until(() -> transport.blockedIn() == blocked || event.isDone());
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
