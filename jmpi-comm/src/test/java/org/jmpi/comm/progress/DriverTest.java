package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jmpi.comm.progress.EngineWorld.Task;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who drives a transport, and that nobody who waits is forgotten. */
@Timeout(60)
class DriverTest extends DriverFixture {
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
        failure.set(failed("failed"));
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

    /** Has threads wait for one event after the other, and hands out the events as they come up. */
    private void exchange(Driver each, int threads, int rounds, Consumer<Event> bring) throws Exception {
        Queue<Event> due = new ConcurrentLinkedQueue<>();
        List<CompletableFuture<Integer>> waiters = new ArrayList<>();
        for (int i = 0; i < threads; i++)
            waiters.add(async(() -> {
                for (int round = 0; round < rounds; round++) {
                    Event event = new Event();
                    due.add(event);
                    assertTrue(each.await(event));
                }
                return rounds;
            }));
        for (int left = threads * rounds; left > 0; left--) {
            // Looked for without blocking: what is brought should often meet its waiter on the way to bed.
            until(() -> !due.isEmpty());
            bring.accept(due.remove());
        }
        for (CompletableFuture<Integer> waiter : waiters) assertEquals(rounds, get(waiter));
    }

    @ParameterizedTest(name = "{0} threads, background {1}")
    @CsvSource({"1,false", "1,true", "2,false", "2,true", "4,true", "7,false"})
    void noWakeUpIsLost(int threads, boolean background) throws Exception {
        if (background) driver.start((thread, cause) -> failure.set(failed("died")));
        Random random = new Random(threads);
        exchange(driver, threads, 6000 / threads, event -> {
            for (int i = random.nextInt(200); i > 0; i--) Thread.onSpinWait();
            bring(event, random.nextInt(4) > 0);
        });
    }

    @ParameterizedTest(name = "{0} threads")
    @ValueSource(ints = {1, 4})
    void noWakeUpIsLostWhereEverythingArrivesByItself(int threads) throws Exception {
        Random random = new Random(threads);
        exchange(pushed, threads, 20_000 / threads, event -> {
            for (int i = random.nextInt(200); i > 0; i--) Thread.onSpinWait();
            event.complete();
        });
    }

    /** Rounds in which threads wait once and leave: whoever is left has to be driven by one who is left. */
    private void leaveOneByOne(int rounds, boolean untilAllBlock, boolean mixed) throws Exception {
        int threads = 3;
        Random random = new Random(rounds);
        CyclicBarrier round = new CyclicBarrier(threads + 1);
        List<Thread> selves = new CopyOnWriteArrayList<>();
        Event[] events = new Event[threads];
        List<CompletableFuture<Void>> waiters = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int own = i;
            waiters.add(async(() -> {
                selves.add(Thread.currentThread());
                for (int r = 0; r < rounds; r++) {
                    events[own] = new Event();
                    round.await(LIMIT_SECONDS, TimeUnit.SECONDS);
                    assertTrue(driver.await(events[own]));
                    round.await(LIMIT_SECONDS, TimeUnit.SECONDS);
                }
                return null;
            }));
        }
        for (int r = 0; r < rounds; r++) {
            round.await(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (untilAllBlock) until(() -> transport.blockedIn() != null && parked(selves) == threads - 1);
            List<Event> order = new ArrayList<>(List.of(events));
            Collections.shuffle(order, random);
            for (Event event : order) {
                if (!untilAllBlock) for (int i = random.nextInt(200); i > 0; i--) Thread.onSpinWait();
                bring(event, !mixed || random.nextBoolean());
            }
            round.await(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
        for (CompletableFuture<Void> waiter : waiters) get(waiter);
    }

    private static long parked(List<Thread> threads) {
        return threads.stream().filter(DriverTest::isParked).count();
    }

    @Test
    void theSeatPassesToOneOfThoseWhoAreStillBlocked() throws Exception {
        leaveOneByOne(300, true, false);
    }

    @Test
    void theSeatPassesEvenToOneWhoIsJustAboutToBlock() throws Exception {
        int rounds = 5000;
        Map<Thread, Event> events = new ConcurrentHashMap<>();
        AtomicInteger begun = new AtomicInteger(-1);
        AtomicInteger ended = new AtomicInteger();
        Task wait = () -> {
            for (int r = 0; r < rounds; r++) {
                int round = r;
                Event event = new Event();
                events.put(Thread.currentThread(), event);
                until(() -> begun.get() >= round);
                assertTrue(driver.await(event));
                ended.incrementAndGet();
            }
        };
        List<CompletableFuture<Void>> waiters = List.of(EngineWorld.async(wait), EngineWorld.async(wait));
        // Whoever drives has what it waits for, and leaves the other one to itself.
        Runnable delivery = () -> events.get(Thread.currentThread()).complete();
        Random random = new Random(rounds);
        for (int r = 0; r < rounds; r++) {
            int due = 2 * (r + 1);
            begun.set(r);
            for (int i = random.nextInt(100); i > 0; i--) Thread.onSpinWait();
            transport.deliver(delivery);
            until(() -> ended.get() == due - 1);
            transport.deliver(delivery);
            until(() -> ended.get() == due);
        }
        for (CompletableFuture<Void> waiter : waiters) get(waiter);
    }

    @Test
    void oneWhoIsWokenButNeedsTheSeatNoMorePassesItOn() throws Exception {
        leaveOneByOne(3000, false, true);
        leaveOneByOne(1000, true, true);
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
}
