package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.AnyOf;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.operation.WaitStrategy;
import org.jmpi.comm.progress.EngineWorld.Task;
import org.jmpi.comm.transport.Scheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who drives a transport, and that nobody who waits is forgotten. */
@Timeout(60)
class ProgressLeaderTest {
    private static final int LIMIT_SECONDS = 20;
    private static final String BACKGROUND = "background of the test";

    private final DeliveryTransport transport = new DeliveryTransport();
    private final SettableFailure failure = new SettableFailure();
    private final ProgressLeader leader = new ProgressLeader(Scheduler.JDK, transport, hasty(), failure, BACKGROUND);
    private final ProgressLeader pushed = new ProgressLeader(Scheduler.JDK, null, hasty(), failure, "none");

    /** Blocks as soon as may be, so that every wait goes through the wake-ups. */
    static WaitStrategy hasty() {
        Properties properties = new Properties();
        properties.setProperty("jmpi.wait.spin.ns", "0");
        properties.setProperty("jmpi.wait.yield.ns", "0");
        return new WaitStrategy(Scheduler.JDK, JmpiConfig.load(properties, Map.of()), 2, 1, false);
    }

    /** What the thread waits for that {@link #sit} starts. */
    private final Event ledUntil = new Event();

    @AfterEach
    void closeLeader() {
        leader.close();
        transport.assertDrivenByOneThreadAtATime();
    }

    static <T> CompletableFuture<T> async(Callable<T> task) {
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

    static <T> T get(CompletableFuture<T> result) throws Exception {
        try {
            return result.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        int spins = 0;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "did not happen");
            if (++spins % 100 == 0) Thread.yield();
            else Thread.onSpinWait();
        }
    }

    private static void untilParked(Thread thread) {
        until(() -> thread.getState() == Thread.State.WAITING);
    }

    /** Returns whether a thread follows the leader: it is parked with what it waits for as the blocker. */
    static boolean isParked(Thread thread) {
        return LockSupport.getBlocker(thread) instanceof Completion;
    }

    @Test
    void theThreadThatWaitsDrives() {
        Event event = new Event();
        AtomicReference<Thread> deliverer = new AtomicReference<>();
        transport.deliver(() -> deliverer.set(Thread.currentThread()));
        transport.deliver(event::complete);
        assertTrue(leader.await(event, null));
        assertSame(Thread.currentThread(), deliverer.get());
    }

    @Test
    void whatIsDoneAlreadyIsNotWaitedFor() {
        Event event = new Event();
        event.complete();
        failure.set(failed("failed"));
        assertTrue(leader.await(event, null));
        assertEquals(null, transport.lastPoller());
    }

    @Test
    void progressMovesOneStep() {
        Event event = new Event();
        transport.deliver(event::complete);
        leader.progress();
        assertTrue(event.isDone());
        leader.progress();
    }

    /** Has threads wait for one event after the other, and hands out the events as they come up. */
    private void exchange(ProgressLeader each, int threads, int rounds, Consumer<Event> bring) throws Exception {
        Queue<Event> due = new ConcurrentLinkedQueue<>();
        List<CompletableFuture<Integer>> waiters = new ArrayList<>();
        for (int i = 0; i < threads; i++)
            waiters.add(async(() -> {
                for (int round = 0; round < rounds; round++) {
                    Event event = new Event();
                    due.add(event);
                    assertTrue(each.await(event, null));
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
        loseNoWakeUp(threads, background, 1500 / threads);
    }

    @ParameterizedTest(name = "{0} threads, background {1}")
    @CsvSource({"1,false", "1,true", "2,false", "2,true", "4,true", "7,false"})
    @Tag("full")
    void noneOfManyWakeUpsIsLost(int threads, boolean background) throws Exception {
        loseNoWakeUp(threads, background, 6000 / threads);
    }

    private void loseNoWakeUp(int threads, boolean background, int rounds) throws Exception {
        if (background) leader.start((thread, cause) -> failure.set(failed("died")));
        Random random = new Random(threads);
        exchange(leader, threads, rounds, event -> {
            for (int i = random.nextInt(200); i > 0; i--) Thread.onSpinWait();
            bring(event, random.nextInt(4) > 0);
        });
    }

    @ParameterizedTest(name = "{0} threads")
    @ValueSource(ints = {1, 4})
    void noWakeUpIsLostWhereEverythingArrivesByItself(int threads) throws Exception {
        loseNoWakeUpWhereEverythingArrivesByItself(threads, 4000 / threads);
    }

    @ParameterizedTest(name = "{0} threads")
    @ValueSource(ints = {1, 4})
    @Tag("full")
    void noneOfManyWakeUpsIsLostWhereEverythingArrivesByItself(int threads) throws Exception {
        loseNoWakeUpWhereEverythingArrivesByItself(threads, 20_000 / threads);
    }

    private void loseNoWakeUpWhereEverythingArrivesByItself(int threads, int rounds) throws Exception {
        Random random = new Random(threads);
        exchange(pushed, threads, rounds, event -> {
            for (int i = random.nextInt(200); i > 0; i--) Thread.onSpinWait();
            event.complete();
        });
    }

    /** Things come by the transport, or by another thread of the program. */
    private void bring(Event event, boolean byTransport) {
        if (byTransport) transport.deliver(event::complete);
        else event.complete();
    }

    static CommException failed(String message) {
        return new CommException(ErrorClass.OTHER, message);
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
                    assertTrue(leader.await(events[own], null));
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
        return threads.stream().filter(ProgressLeaderTest::isParked).count();
    }

    @Test
    void theSeatPassesToOneOfThoseWhoAreStillBlocked() throws Exception {
        leaveOneByOne(300, true, false);
    }

    @Test
    void theSeatPassesEvenToOneWhoIsJustAboutToBlock() throws Exception {
        passSeats(1000);
    }

    @Test
    @Tag("full")
    void theSeatPassesEachTimeToOneWhoIsJustAboutToBlock() throws Exception {
        passSeats(5000);
    }

    private void passSeats(int rounds) throws Exception {
        Map<Thread, Event> events = new ConcurrentHashMap<>();
        AtomicInteger begun = new AtomicInteger(-1);
        AtomicInteger ended = new AtomicInteger();
        Task wait = () -> {
            for (int r = 0; r < rounds; r++) {
                int round = r;
                Event event = new Event();
                events.put(Thread.currentThread(), event);
                until(() -> begun.get() >= round);
                assertTrue(leader.await(event, null));
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
        leader.start((thread, cause) -> {});
        int rounds = 2000;
        CountDownLatch over = new CountDownLatch(1);
        CompletableFuture<Void> looker = async(() -> {
            while (over.getCount() > 0) leader.progress();
            return null;
        });
        CompletableFuture<Void> waiter = async(() -> {
            for (int round = 0; round < rounds; round++) {
                Event event = new Event();
                CompletableFuture<Void> deliverer = round % 100 == 0 ? async(() -> deliver(event)) : null;
                if (deliverer == null) transport.deliver(event::complete);
                assertTrue(leader.await(event, null));
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

    /** Has something happen, once, at the last moment before a thread says by what it is to be woken. */
    static final class Trap implements Completion {
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
        for (ProgressLeader each : List.of(leader, pushed))
            assertTrue(get(async(() -> each.await(trapThatCompletesItself(), null))));
        CompletableFuture<Boolean> leading = lead();
        assertTrue(get(async(() -> leader.await(trapThatCompletesItself(), null))));
        transport.deliver(ledUntil::complete);
        assertTrue(get(leading));
    }

    @Test
    void aSeatThatFallsFreeBeforeTheAlarmIsSetIsSeen() throws Exception {
        CompletableFuture<Boolean> leading = lead();
        Trap trap = new Trap(() -> {
            transport.deliver(ledUntil::complete);
            until(leading::isDone);
        });
        CompletableFuture<Boolean> next = async(() -> leader.await(trap, null));
        until(() -> leading.isDone() && transport.blockedIn() != null);
        transport.deliver(trap::complete);
        assertTrue(get(next));
    }

    /** Has a thread lead until {@link #ledUntil} is done. */
    private CompletableFuture<Boolean> lead() {
        CompletableFuture<Boolean> leading = async(() -> leader.await(ledUntil, null));
        until(() -> transport.blockedIn() != null);
        return leading;
    }

    @Test
    void oneOfSeveralIsEnough() throws Exception {
        for (int round = 0; round < 500; round++) {
            List<Event> events = List.of(new Event(), new Event(), new Event());
            AnyOf any = new AnyOf(events);
            Event chosen = events.get(round % 3);
            CompletableFuture<Boolean> first = async(() -> leader.await(any, null));
            transport.deliver(chosen::complete);
            assertTrue(get(first));
            assertTrue(chosen.isDone());
        }
    }

    @Test
    void theBackgroundThreadDrivesWhileNobodyWaits() {
        leader.start((thread, cause) -> {});
        for (int round = 0; round < 20; round++) {
            AtomicReference<String> deliverer = new AtomicReference<>();
            transport.deliver(() -> deliverer.set(Thread.currentThread().getName()));
            until(() -> deliverer.get() != null);
            assertEquals(BACKGROUND, deliverer.get());
        }
    }

    @Test
    void theBackgroundThreadTakesOverFromOneThatTookManyTurns() {
        leader.start((thread, cause) -> {});
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20);
        while (System.nanoTime() - end < 0) leader.progress();
        AtomicReference<String> deliverer = new AtomicReference<>();
        transport.deliver(() -> deliverer.set(Thread.currentThread().getName()));
        until(() -> deliverer.get() != null);
        assertEquals(BACKGROUND, deliverer.get());
    }

    @Test
    void theBackgroundThreadGivesWayToOneThatWaits() throws Exception {
        leader.start((thread, cause) -> {});
        for (int round = 0; round < 20; round++) {
            until(() -> {
                Thread blocked = transport.blockedIn();
                return blocked != null && blocked.getName().equals(BACKGROUND);
            });
            Event event = new Event();
            AtomicReference<Thread> self = new AtomicReference<>();
            CompletableFuture<Boolean> waiter = async(() -> {
                self.set(Thread.currentThread());
                return leader.await(event, null);
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
        leader.start((thread, cause) -> {});
        Event event = new Event();
        AtomicReference<Thread> self = new AtomicReference<>();
        CompletableFuture<Boolean> waiter = async(() -> {
            self.set(Thread.currentThread());
            return leader.await(event, null);
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

    @Test
    void workThatComesUpEndsTheWaitOfWhoeverBlocks() throws Exception {
        Event event = new Event();
        CompletableFuture<Boolean> waiter = async(() -> leader.await(event, null));
        until(() -> transport.blockedIn() != null);
        for (int round = 0; round < 100; round++) {
            int before = transport.waits();
            until(() -> transport.blockedIn() != null);
            leader.onWork();
            until(() -> transport.waits() > before);
        }
        transport.deliver(event::complete);
        assertTrue(get(waiter));
    }

    /** A wait during which its thread is interrupted: it goes on, and the interrupt is still set when it returns. */
    private void interruptWait(ProgressLeader each, boolean other) throws Exception {
        Event event = new Event();
        Event others = new Event();
        AtomicReference<Thread> self = new AtomicReference<>();
        CompletableFuture<Boolean> leading = other ? async(() -> each.await(others, null)) : null;
        if (other) until(() -> transport.blockedIn() != null);
        CompletableFuture<Boolean> waiter = async(() -> {
            self.set(Thread.currentThread());
            return each.await(event, null) && Thread.interrupted();
        });
        until(() -> self.get() != null && self.get().getState() != Thread.State.RUNNABLE);
        for (int i = 0; i < 3; i++) {
            self.get().interrupt();
            for (int turn = 0; turn < 1000; turn++) Thread.yield();
            assertFalse(waiter.isDone());
        }
        if (each == leader) transport.deliver(event::complete);
        else event.complete();
        assertTrue(get(waiter));
        if (other) transport.deliver(others::complete);
        if (other) assertTrue(get(leading));
    }

    @Test
    void anInterruptIsKeptForTheCaller() throws Exception {
        interruptWait(leader, false);
        interruptWait(leader, true);
        interruptWait(pushed, false);
    }

    @Test
    void closeEndsTheBackgroundThreadWhereverItIs() throws Exception {
        for (int round = 0; round < 100; round++) {
            ProgressLeader each = new ProgressLeader(Scheduler.JDK, transport, hasty(), failure, "background " + round);
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
        leader.start((thread, cause) -> reported.set(cause));
        IllegalStateException cause = new IllegalStateException("from the transport");
        transport.deliver(() -> {
            throw cause;
        });
        until(() -> reported.get() != null);
        assertSame(cause, reported.get());
    }
}
