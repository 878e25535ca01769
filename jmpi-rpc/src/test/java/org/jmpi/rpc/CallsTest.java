package org.jmpi.rpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of every form, of objects at other ranks and at the caller's. */
class CallsTest {
    interface Values {
        boolean not(boolean value);

        byte octet(byte value);

        char letter(char value);

        short small(short value);

        int sum(int a, int b);

        long wide(long value);

        float single(float value);

        double real(double value);

        void nothing();

        String greet(String name, List<String> others);

        double[] scale(double[] values, double by);

        boolean[] flags(boolean[] values);

        int length(char[] text);

        Object same(Object value);

        int rankOf(GlobalRef<Values> ref);

        @Simple
        int twice(int value);

        CompletableFuture<String> later(String text);

        @OneWay
        void tell(int value);

        void refuse(String why) throws IOException;

        default int three() {
            return 3;
        }
    }

    static class Desk implements Values {
        final AtomicInteger told = new AtomicInteger();
        final CountDownLatch tells = new CountDownLatch(3);
        volatile Object last;

        @Override
        public boolean not(boolean value) {
            return !value;
        }

        @Override
        public byte octet(byte value) {
            return (byte) (value + 1);
        }

        @Override
        public char letter(char value) {
            return (char) (value + 1);
        }

        @Override
        public short small(short value) {
            return (short) (value + 1);
        }

        @Override
        public int sum(int a, int b) {
            return a + b;
        }

        @Override
        public long wide(long value) {
            return value + 1;
        }

        @Override
        public float single(float value) {
            return value / 2;
        }

        @Override
        public double real(double value) {
            return value / 2;
        }

        @Override
        public void nothing() {}

        @Override
        public String greet(String name, List<String> others) {
            return name + others;
        }

        @Override
        public double[] scale(double[] values, double by) {
            return values == null
                    ? null
                    : Arrays.stream(values).map(value -> value * by).toArray();
        }

        @Override
        public boolean[] flags(boolean[] values) {
            return values;
        }

        @Override
        public int length(char[] text) {
            return text.length;
        }

        @Override
        public Object same(Object value) {
            last = value;
            return value;
        }

        @Override
        public int rankOf(GlobalRef<Values> ref) {
            return ref.get().sum(ref.rank(), 100);
        }

        @Override
        public int twice(int value) {
            return 2 * value;
        }

        @Override
        public CompletableFuture<String> later(String text) {
            return text == null
                    ? CompletableFuture.failedFuture(new IllegalArgumentException("no text"))
                    : CompletableFuture.supplyAsync(() -> text + "!");
        }

        @Override
        public void tell(int value) {
            if (value < 0) throw new IllegalStateException("negative");
            told.addAndGet(value);
            tells.countDown();
        }

        @Override
        public void refuse(String why) throws IOException {
            throw new IOException(why);
        }
    }

    private static void check(Values desk) {
        for (int turn = 0; turn < 3; turn++) {
            assertEquals(5, desk.sum(2, 3));
            assertEquals(false, desk.not(true));
            assertEquals(Byte.MIN_VALUE, desk.octet(Byte.MAX_VALUE));
            assertEquals('\uFFFF', desk.letter('\uFFFE'));
            assertEquals(-1, desk.small((short) -2));
            assertEquals(Long.MIN_VALUE, desk.wide(Long.MAX_VALUE));
            assertEquals(-0.25f, desk.single(-0.5f));
            assertEquals(Double.MIN_VALUE, desk.real(2 * Double.MIN_VALUE));
            desk.nothing();
            assertEquals("Zoë[a, b]", desk.greet("Zoë", List.of("a", "b")));
            assertEquals("null[]", desk.greet(null, List.of()));
            assertArrayEquals(new double[] {2, -4}, desk.scale(new double[] {1, -2}, 2));
            assertNull(desk.scale(null, 2));
            assertArrayEquals(new double[0], desk.scale(new double[0], 2));
            assertArrayEquals(new boolean[] {true, false}, desk.flags(new boolean[] {true, false}));
            assertEquals(3, desk.length(new char[] {'a', 'b', 'c'}));
            assertEquals(List.of(1, 2), desk.same(new ArrayList<>(List.of(1, 2))));
            assertNull(desk.same(null));
            assertEquals(14, desk.twice(7));
            assertEquals(3, desk.three());
            assertEquals(
                    "why",
                    assertThrows(IOException.class, () -> desk.refuse("why")).getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm", "socket"})
    void valuesTravelBothWays(String transport) {
        Ranks.run(transport, 2, space -> {
            List<GlobalRef<Values>> desks = space.exportAll(Values.class, new Desk());
            for (GlobalRef<Values> desk : desks) check(desk.get());
            assertEquals(100, desks.get(1).get().rankOf(desks.get(0)));
        });
    }

    @Test
    void valuesTravelByKryo() {
        System.setProperty("jmpi.object.codec", "kryo");
        try {
            valuesTravelBothWays("threads");
            aRefTravelsInMessagesAndItsStubInArguments();
        } finally {
            System.clearProperty("jmpi.object.codec");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm", "socket"})
    void futuresAndOneWayCallsDoNotWait(String transport) throws Exception {
        Ranks.run(transport, 2, space -> {
            Desk own = new Desk();
            List<GlobalRef<Values>> desks = space.exportAll(Values.class, own);
            for (GlobalRef<Values> desk : desks) {
                assertEquals("a!", space.await(desk.get().later("a")));
                assertEquals("b!", desk.get().later("b").get(10, TimeUnit.SECONDS));
                CompletableFuture<String> failed = desk.get().later(null);
                assertEquals(
                        "no text",
                        assertThrows(IllegalArgumentException.class, () -> space.await(failed))
                                .getMessage());
            }
            Values next = desks.get(1 - space.rank()).get();
            for (int value = 1; value <= 3; value++) next.tell(value);
            assertTrue(own.tells.await(10, TimeUnit.SECONDS));
            assertEquals(6, own.told.get());
        });
    }

    /** Values of futures travel as results do, and may be null. */
    interface Later {
        CompletableFuture<Integer> number(Object value);

        CompletableFuture<double[]> numbers(double[] values);

        CompletableFuture<String> text(String text);

        CompletableFuture<Void> nothing();

        CompletableFuture<List<String>> list(String element);
    }

    private record Soon() implements Later {
        @Override
        @SuppressWarnings("unchecked")
        public CompletableFuture<Integer> number(Object value) {
            return (CompletableFuture<Integer>) (CompletableFuture<?>) CompletableFuture.completedFuture(value);
        }

        @Override
        public CompletableFuture<double[]> numbers(double[] values) {
            return CompletableFuture.completedFuture(values);
        }

        @Override
        public CompletableFuture<String> text(String text) {
            return CompletableFuture.completedFuture(text);
        }

        @Override
        public CompletableFuture<Void> nothing() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<List<String>> list(String element) {
            return CompletableFuture.completedFuture(List.of(element));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm", "socket"})
    void futuresHaveValuesOfEveryKind(String transport) {
        Ranks.run(transport, 2, space -> {
            for (GlobalRef<Later> each : space.exportAll(Later.class, new Soon())) {
                Later later = each.get();
                for (int turn = 0; turn < 2; turn++) {
                    assertEquals(-7, space.await(later.number(-7)));
                    assertNull(space.await(later.number(null)));
                    assertArrayEquals(new double[] {1, -0.0}, space.await(later.numbers(new double[] {1, -0.0})));
                    assertNull(space.await(later.numbers(null)));
                    assertEquals("\u20AC", space.await(later.text("\u20AC")));
                    assertNull(space.await(later.text(null)));
                    assertNull(space.await(later.nothing()));
                    assertEquals(List.of("a"), space.await(later.list("a")));
                }
            }
        });
    }

    @Test
    void aValueOfAnotherClassThanThatOfTheFutureIsRefused() {
        Ranks.run("threads", 2, space -> {
            Later later = space.exportAll(Later.class, new Soon())
                    .get(1 - space.rank())
                    .get();
            for (int turn = 0; turn < 2; turn++) {
                CompletableFuture<Integer> wrong = later.number("text");
                CallRefusedException refused = assertThrows(CallRefusedException.class, () -> space.await(wrong));
                assertTrue(refused.getMessage().contains("java.lang.String"), refused.getMessage());
            }
        });
    }

    @Test
    void argumentsOfLocalCallsAreCopied() {
        Ranks.run("threads", 1, space -> {
            Desk own = new Desk();
            Values desk = space.export(Values.class, own).get();
            boolean[] given = {true};
            assertNotSame(given, desk.flags(given));
            List<Integer> list = new ArrayList<>(List.of(1));
            Object result = desk.same(list);
            assertEquals(list, result);
            assertNotSame(list, own.last);
            assertNotSame(own.last, result);
        });
    }

    @Test
    void aRefTravelsInMessagesAndItsStubInArguments() {
        Ranks.run("threads", 3, space -> {
            GlobalRef<Values> own = space.rank() == 2 ? space.export(Values.class, new Desk()) : null;
            GlobalRef<Values> ref = Jmpi.world().broadcast(own, 2);
            assertEquals(2, ref.rank());
            assertEquals(9, ref.get().sum(4, 5));
            assertEquals(space.rank() == 2, ref.isLocal());
            Object stub = ref.get().same(ref.get());
            assertEquals(ref.get(), stub);
            assertEquals(ref.get().hashCode(), stub.hashCode());
            assertNotEquals(ref.get(), "else");
            assertEquals(7, ((Values) stub).sum(3, 4));
            assertTrue(stub.toString().contains("rank 2"), stub.toString());
        });
    }

    @Test
    void manyThreadsCallAtTheSameTime() {
        Ranks.run("threads", 2, space -> {
            Values next = space.exportAll(Values.class, new Desk())
                    .get(1 - space.rank())
                    .get();
            List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
            List<Thread> threads = new ArrayList<>();
            for (int number = 0; number < 4; number++) {
                int own = number;
                threads.add(new Thread(() -> {
                    try {
                        for (int i = 0; i < 200; i++) assertEquals(own + i, next.sum(own, i));
                    } catch (Throwable e) {
                        failures.add(e);
                    }
                }));
            }
            for (Thread thread : threads) thread.start();
            for (Thread thread : threads) thread.join();
            assertEquals(List.of(), failures);
        });
    }

    @Test
    void anExceptionHasBothStacks() {
        Ranks.first("threads", 2, space -> {
            Values desk = space.create(1, Values.class, Desk.class).get();
            IOException thrown = assertThrows(IOException.class, () -> desk.refuse("why"));
            String stack = Arrays.toString(thrown.getStackTrace());
            assertTrue(stack.contains("Desk.refuse"), stack);
            assertTrue(stack.contains("rank 0 calls rank 1"), stack);
            assertTrue(stack.indexOf("CallsTest.lambda") > stack.indexOf("rank 0 calls"), stack);
        });
    }

    /** The thread that moves messages completes a future; the program has called before. */
    @Test
    void theFailureOfAFutureHasBothStacks() {
        Ranks.first("threads", 2, space -> {
            for (int rank : new int[] {1, 0}) {
                Values desk = space.create(rank, Values.class, Desk.class).get();
                CompletableFuture<String> future = failing(desk);
                Throwable thrown =
                        assertThrows(CompletionException.class, future::join).getCause();
                String stack = Arrays.toString(thrown.getStackTrace());
                int line = stack.indexOf("rank 0 calls rank " + rank);
                assertTrue(stack.indexOf("Desk.later") >= 0 && stack.indexOf("Desk.later") < line, stack);
                assertTrue(stack.indexOf("CallsTest.failing") > line, stack);
            }
        });
    }

    private static CompletableFuture<String> failing(Values desk) {
        return desk.later(null);
    }
}
