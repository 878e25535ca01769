package org.jmpi.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where and when methods run: simple, threaded and atomic ones. */
class ExecutionTest {
    interface Node {
        /** Calls the other object back, so many times. */
        int bounce(GlobalRef<Node> other, GlobalRef<Node> self, int times);

        @Atomic
        int atomicBounce(GlobalRef<Node> other, GlobalRef<Node> self, int times);

        @Atomic
        void increment();

        @Atomic
        void hold() throws InterruptedException;

        @Simple
        @Atomic
        int count();

        @Simple
        int waitFor(GlobalRef<Node> other);

        @Simple
        void forward(GlobalRef<Node> other, int number);

        @Simple
        CompletableFuture<Integer> ask(GlobalRef<Node> other);

        @OneWay
        void put(int number);

        @Simple
        String thread();

        String ownThread();

        void release();
    }

    static class Spot implements Node {
        final BlockingQueue<Integer> numbers = new ArrayBlockingQueue<>(100);
        final CountDownLatch held = new CountDownLatch(1);
        final CountDownLatch released = new CountDownLatch(1);
        private int count;
        private final AtomicInteger inside = new AtomicInteger();

        @Override
        public int bounce(GlobalRef<Node> other, GlobalRef<Node> self, int times) {
            return times == 0 ? 0 : 1 + other.get().bounce(self, other, times - 1);
        }

        @Override
        public int atomicBounce(GlobalRef<Node> other, GlobalRef<Node> self, int times) {
            return times == 0 ? 0 : 1 + other.get().atomicBounce(self, other, times - 1);
        }

        @Override
        public void increment() {
            if (inside.incrementAndGet() != 1) throw new IllegalStateException("two at a time");
            int seen = count;
            Thread.yield();
            count = seen + 1;
            inside.decrementAndGet();
        }

        @Override
        public void hold() throws InterruptedException {
            held.countDown();
            if (!released.await(20, TimeUnit.SECONDS)) throw new IllegalStateException("not released");
        }

        @Override
        public int count() {
            return count;
        }

        @Override
        public int waitFor(GlobalRef<Node> other) {
            return other.get().bounce(other, other, 0);
        }

        @Override
        public void forward(GlobalRef<Node> other, int number) {
            other.get().put(number);
        }

        @Override
        public CompletableFuture<Integer> ask(GlobalRef<Node> other) {
            return other.get().ask(null);
        }

        @Override
        public void put(int number) {
            numbers.add(number);
        }

        @Override
        public String thread() {
            return Thread.currentThread().getName();
        }

        @Override
        public String ownThread() {
            return Thread.currentThread().getName();
        }

        @Override
        public void release() {
            released.countDown();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm", "socket"})
    void callbacksNestWithoutADeadlock(String transport) {
        Ranks.run(transport, 2, space -> {
            List<GlobalRef<Node>> places = space.exportAll(Node.class, new Spot());
            GlobalRef<Node> own = places.get(space.rank());
            GlobalRef<Node> other = places.get(1 - space.rank());
            assertEquals(20, other.get().bounce(own, other, 20));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void anAtomicObjectIsReentrantForItsOwnChain(String transport) {
        Ranks.run(transport, 2, space -> {
            List<GlobalRef<Node>> places = space.exportAll(Node.class, new Spot());
            if (space.rank() == 0) {
                assertEquals(20, places.get(1).get().atomicBounce(places.get(0), places.get(1), 20));
                assertEquals(20, places.get(0).get().atomicBounce(places.get(1), places.get(0), 20));
                assertEquals(5, places.get(0).get().atomicBounce(places.get(0), places.get(0), 5));
            }
        });
    }

    @Test
    void atomicMethodsRunOneAtATime() {
        Spot shared = new Spot();
        Ranks.run("threads", 3, space -> {
            GlobalRef<Node> ref = space.exportAll(Node.class, shared).get(0);
            for (int i = 0; i < 200; i++) ref.get().increment();
        });
        assertEquals(600, shared.count());
    }

    @Test
    void aSimpleMethodIsRefusedWhileItsObjectIsInUse() {
        Spot held = new Spot();
        Ranks.run("threads", 3, space -> {
            Node node = space.exportAll(Node.class, held).get(0).get();
            if (space.rank() == 2) node.hold();
            if (space.rank() != 1) return;
            assertTrue(held.held.await(10, TimeUnit.SECONDS));
            CallRefusedException refused = assertThrows(CallRefusedException.class, node::count);
            assertTrue(refused.getMessage().contains("threaded"), refused.getMessage());
            assertTrue(
                    refused.getMessage().startsWith("rank 0, object -1 (Node), method count()"), refused.getMessage());
            node.release();
        });
        assertEquals(0, held.count());
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void aSimpleMethodThatWaitsIsRefused(String transport) {
        Ranks.run(transport, 2, space -> {
            List<GlobalRef<Node>> places = space.exportAll(Node.class, new Spot());
            GlobalRef<Node> own = places.get(space.rank());
            GlobalRef<Node> other = places.get(1 - space.rank());
            for (GlobalRef<Node> waited : places) {
                for (GlobalRef<Node> called : places) {
                    CallRefusedException refused = assertThrows(
                            CallRefusedException.class, () -> called.get().waitFor(waited));
                    assertTrue(refused.getMessage().contains("threaded"), refused.getMessage());
                }
            }
            assertEquals(0, other.get().bounce(own, other, 0));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm", "socket"})
    void aSimpleMethodSendsOneWayCallsInTheirOrder(String transport) {
        Ranks.run(transport, 2, space -> {
            Spot own = new Spot();
            List<GlobalRef<Node>> places = space.exportAll(Node.class, own);
            Node other = places.get(1 - space.rank()).get();
            for (int i = 0; i < 10; i++) {
                other.forward(places.get(space.rank()), i);
                assertEquals(i, own.numbers.poll(10, TimeUnit.SECONDS));
            }
        });
    }

    @Test
    void threadedMethodsHaveThreadsOfTheirOwn() {
        Ranks.first("threads", 2, space -> {
            Node node = space.create(1, Node.class, Spot.class).get();
            assertTrue(node.ownThread().startsWith("jmpi-rpc rank 1"), node.ownThread());
            assertTrue(!node.thread().startsWith("jmpi-rpc rank 1, call"), node.thread());
        });
    }

    interface Slow {
        @OneWay
        void await(byte[] ballast);

        @Simple
        int waiting();

        void open(int count);
    }

    /** Its methods wait for each other. */
    static class Gate implements Slow {
        private final AtomicInteger waiting = new AtomicInteger();
        private final CountDownLatch all = new CountDownLatch(1);

        @Override
        public void await(byte[] ballast) {
            waiting.incrementAndGet();
            try {
                if (!all.await(20, TimeUnit.SECONDS)) throw new IllegalStateException("not opened");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public int waiting() {
            return waiting.get();
        }

        @Override
        public void open(int count) {
            while (waiting.get() < count) Thread.onSpinWait();
            all.countDown();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void oneWayCallsThatWaitForEachOtherGetThreads(String transport) {
        Ranks.first(transport, 2, space -> {
            Slow gate = space.create(1, Slow.class, Gate.class).get();
            for (int i = 0; i < 150; i++) gate.await(new byte[0]);
            gate.open(150);
            assertEquals(150, gate.waiting());
        });
    }

    @Test
    void aFloodOfOneWayCallsReachesAllObjects() {
        Ranks.first("threads", 2, space -> {
            Slow gate = space.create(1, Slow.class, Gate.class).get();
            AtomicInteger sent = new AtomicInteger();
            Thread flood = new Thread(() -> {
                for (; sent.get() < 200; sent.incrementAndGet()) gate.await(new byte[200_000]);
            });
            flood.start();
            gate.open(32);
            flood.join();
            gate.open(200);
            assertEquals(200, gate.waiting());
        });
    }

    @Test
    void noThreadIsLeftBehind() {
        callbacksNestWithoutADeadlock("threads");
        assertTrue(
                Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.isAlive()
                                && thread.getName().startsWith("jmpi-rpc")
                                && thread.getName().endsWith("sender")
                                && !endsSoon(thread)),
                "a sender goes on");
    }

    private static boolean endsSoon(Thread thread) {
        try {
            thread.join(5000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
