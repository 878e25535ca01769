package org.jmpi.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.rmi.server.UID;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import org.jmpi.Jmpi;
import org.jmpi.RankFailure;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program does wrong, and what a lost rank does, fails by an exception that names it. */
class BadInputTest {
    interface Desk {
        double sum(double[] values);

        double[] zeros(int length);

        Object same(Object value);

        Object uid();

        void fail(String how);

        @OneWay
        void tell(Object value);

        int stay(int number) throws InterruptedException;

        CompletableFuture<Integer> later();
    }

    static class Office implements Desk {
        @Override
        public double sum(double[] values) {
            return values.length;
        }

        @Override
        public double[] zeros(int length) {
            return new double[length];
        }

        @Override
        public Object same(Object value) {
            return value;
        }

        @Override
        public Object uid() {
            return new UID();
        }

        @Override
        public void fail(String how) {
            switch (how) {
                case "error":
                    throw new StackOverflowError("deep");
                case "local":
                    throw new Unwritten();
                default:
                    throw new IllegalStateException(how);
            }
        }

        @Override
        public void tell(Object value) {
            throw new IllegalStateException("told " + value);
        }

        @Override
        public CompletableFuture<Integer> later() {
            return new CompletableFuture<>();
        }

        @Override
        public int stay(int number) throws InterruptedException {
            TimeUnit.SECONDS.sleep(number);
            return number;
        }
    }

    static class Unwritten extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final transient Object own = new Object();

        @SuppressWarnings("serial") // it can't be written, which is the point
        private final Object thread = Thread.currentThread();

        @Override
        public String getMessage() {
            return "has a thread" + (own == null || thread == null ? ", no more" : "");
        }
    }

    static class Choosy extends Office {
        Choosy(Integer one) {
            if (one < 0) throw new IllegalArgumentException("negative");
        }

        Choosy(Number one) {}
    }

    interface WithThread {
        void run(int number, Thread thread);
    }

    interface WithStream {
        InputStream open();
    }

    interface WithFutureOf {
        CompletableFuture<Thread> open();
    }

    interface WithFuture {
        void take(CompletableFuture<Integer> future);
    }

    interface WithPlainClass {
        void take(BadInputTest[] tests);
    }

    interface WithAnswer {
        @OneWay
        int tell();
    }

    @AfterEach
    void clear() {
        System.clearProperty("jmpi.continue");
    }

    private static <T> void assertRefused(ObjectSpace space, Class<T> type, String... named) {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> space.export(type, object(type)));
        for (String part : named) assertTrue(refused.getMessage().contains(part), refused.getMessage());
    }

    private static <T> T object(Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> null));
    }

    @Test
    void anInterfaceWhoseValuesCannotTravelIsNamedAtExport() {
        Ranks.run("threads", 1, space -> {
            assertRefused(
                    space, WithThread.class, "WithThread", "run(int,java.lang.Thread)", "java.lang.Thread, which");
            assertRefused(space, WithStream.class, "open()", "the result of java.io.InputStream");
            assertRefused(space, WithFutureOf.class, "open()", "the result of java.lang.Thread");
            assertRefused(space, WithFuture.class, "take(", "CompletableFuture, which can't travel");
            assertRefused(space, WithPlainClass.class, "BadInputTest[], which can't travel");
            assertRefused(space, WithAnswer.class, "tell() is @OneWay");
            assertThrows(IllegalArgumentException.class, () -> space.export(Office.class, new Office()));
            assertThrows(NullPointerException.class, () -> space.export(Desk.class, null));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void aDroppedObjectIsNamed(String transport) {
        Ranks.run(transport, 2, space -> {
            List<GlobalRef<Desk>> desks = space.exportAll(Desk.class, new Office());
            if (space.rank() != 0) return;
            for (GlobalRef<Desk> ref : desks) {
                assertEquals(1, ref.get().sum(new double[1]));
                ref.drop();
                ref.drop();
                ObjectDroppedException dropped = assertThrows(
                        ObjectDroppedException.class, () -> ref.get().sum(new double[1]));
                String named = "rank " + ref.rank() + ", object -1 (Desk), method sum(double[]): ";
                assertTrue(dropped.getMessage().startsWith(named), dropped.getMessage());
                assertEquals(ref.rank(), dropped.rank());
                assertEquals(-1, dropped.object());
                assertEquals("sum(double[])", dropped.method());
            }
            assertThrows(ObjectDroppedException.class, () -> desks.get(0).object());
            assertThrows(IllegalStateException.class, () -> desks.get(1).object());
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm", "socket"})
    void argumentsAboveTheLimitAreRefusedAndLongResultsCome(String transport) {
        Ranks.first(transport, 2, space -> {
            Desk desk = space.create(1, Desk.class, Office.class).get();
            CallRefusedException refused =
                    assertThrows(CallRefusedException.class, () -> desk.sum(new double[1 << 20]));
            assertTrue(refused.getMessage().contains("more than 1048448 bytes"), refused.getMessage());
            assertTrue(refused.getMessage().contains("method sum(double[])"), refused.getMessage());
            assertThrows(CallRefusedException.class, () -> desk.same(new int[1 << 20]));
            assertEquals(100_000, desk.sum(new double[100_000]));
            assertEquals(1 << 20, desk.zeros(1 << 20).length);
        });
    }

    @Test
    void aClassThatTheFilterRefusesIsNamed() {
        Ranks.first("threads", 2, space -> {
            Desk desk = space.create(1, Desk.class, Office.class).get();
            CallRefusedException argument = assertThrows(CallRefusedException.class, () -> desk.same(new UID()));
            assertTrue(argument.getMessage().contains("java.rmi.server.UID"), argument.getMessage());
            assertTrue(argument.getMessage().contains("jmpi.object.filter"), argument.getMessage());
            CallRefusedException result = assertThrows(CallRefusedException.class, desk::uid);
            assertTrue(result.getMessage().contains("method uid(): result: "), result.getMessage());
            CallRefusedException lambda =
                    assertThrows(CallRefusedException.class, () -> desk.same((Runnable & Serializable) () -> {}));
            assertTrue(lambda.getMessage().contains("lambda"), lambda.getMessage());
            CallRefusedException plain = assertThrows(CallRefusedException.class, () -> desk.same(new Office()));
            assertTrue(plain.getMessage().contains("Office"), plain.getMessage());
            assertEquals(List.of(2), desk.same(List.of(2)));
        });
    }

    @Test
    void exceptionsThatCannotTravelComeAsTextWithTheirStack() {
        Ranks.first("threads", 2, space -> {
            Desk desk = space.create(1, Desk.class, Office.class).get();
            for (String how : List.of("error", "local")) {
                RpcException thrown = assertThrows(RpcException.class, () -> desk.fail(how));
                String text = how.equals("error") ? "StackOverflowError: deep" : "has a thread";
                assertTrue(thrown.getMessage().contains(text), thrown.getMessage());
                Throwable callee = thrown.getCause() == null ? thrown : thrown.getCause();
                assertEquals("fail", callee.getStackTrace()[0].getMethodName());
            }
            assertEquals(
                    "how",
                    assertThrows(IllegalStateException.class, () -> desk.fail("how"))
                            .getMessage());
        });
    }

    @Test
    void theFailureOfAOneWayCallIsReportedAtTheOwner() {
        BlockingQueue<RpcException> failures = new ArrayBlockingQueue<>(4);
        Ranks.run("threads", 2, space -> {
            space.onFailure(failures::add);
            for (GlobalRef<Desk> ref : space.exportAll(Desk.class, new Office())) {
                if (space.rank() != 0) return;
                ref.get().tell("a");
                RpcException failure = failures.poll(10, TimeUnit.SECONDS);
                assertEquals(ref.rank(), failure.rank());
                assertEquals("told a", failure.getCause().getMessage());
            }
            space.create(1, Desk.class, Office.class).get().tell(new UID());
            assertInstanceOf(CallRefusedException.class, failures.poll(10, TimeUnit.SECONDS));
        });
    }

    @Test
    void anObjectThatCannotBeCreatedSaysWhy() {
        Ranks.run("threads", 2, space -> {
            for (int rank = 0; rank < 2 && space.rank() == 0; rank++) {
                int owner = rank;
                assertCreateFails("lacks class no.Such", space, owner, "no.Such");
                assertCreateFails("does not implement", space, owner, String.class.getName());
                RuntimeException filtered = assertThrows(
                        RuntimeException.class, () -> space.create(owner, Serializable.class, UID.class.getName()));
                assertTrue(filtered.getMessage().contains("jmpi.object.filter"), filtered.getMessage());
                assertCreateFails("2 constructors", space, owner, Choosy.class.getName(), 5);
                assertCreateFails("0 constructors", space, owner, Choosy.class.getName());
                assertThrows(IndexOutOfBoundsException.class, () -> space.create(2, Desk.class, Office.class));
            }
            assertThrows(RuntimeException.class, () -> space.createStatic(1, Desk.class, "no.Such"));
            assertEquals(
                    0,
                    space.createStatic(1, Desk.class, Office.class.getName())
                            .get()
                            .sum(new double[0]));
        });
    }

    private static void assertCreateFails(String why, ObjectSpace space, int rank, String name, Object... given) {
        RuntimeException failed =
                assertThrows(RuntimeException.class, () -> space.create(rank, Desk.class, name, given));
        assertTrue(failed.getMessage().contains(why), failed.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm", "socket"})
    void aLostRankFailsItsCalls(String transport) {
        System.setProperty("jmpi.continue", "true");
        RuntimeException lost = assertThrows(
                RuntimeException.class,
                () -> Jmpi.call(2, Duration.ofSeconds(30), transport, () -> {
                    ObjectSpace space = ObjectSpace.open();
                    GlobalRef<Desk> ref =
                            space.exportAll(Desk.class, new Office()).get(1);
                    RemoteArray<double[]> array = Jmpi.world().broadcast(space.exportArray(new double[100_000]), 1);
                    if (space.rank() == 1) throw new IllegalStateException("rank 1 ends");
                    RankLostException failed = assertThrows(RankLostException.class, () -> {
                        while (true) ref.get().stay(1);
                    });
                    assertTrue(
                            failed.getMessage().startsWith("rank 1, object -1 (Desk), method stay(int): "),
                            failed.getMessage());
                    CompletableFuture<Integer> later = ref.get().later();
                    assertThrows(RankLostException.class, () -> space.await(later));
                    assertThrows(RankLostException.class, () -> ref.get().tell("a"));
                    assertThrows(RankLostException.class, ref::drop);
                    assertThrows(RankLostException.class, () -> space.create(1, Desk.class, Office.class));
                    double[] own = new double[100_000];
                    for (int count : new int[] {1, own.length}) {
                        assertThrows(RankLostException.class, () -> array.get(0, own, 0, count));
                        assertThrows(RankLostException.class, () -> array.put(0, own, 0, count));
                    }
                    return null;
                }));
        assertEquals("rank 1 ends", lost.getMessage());
        assertInstanceOf(RankFailure.class, lost.getSuppressed()[0]);
    }

    @Test
    void aReferenceOfAnotherWorldIsRefused() {
        byte[][] written = new byte[1][];
        Ranks.run("threads", 1, space -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(space.export(Desk.class, new Office()));
            }
            written[0] = bytes.toByteArray();
        });
        Ranks.run("threads", 1, space -> {
            space.export(Desk.class, new Office());
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(written[0]))) {
                GlobalRef<?> ref = (GlobalRef<?>) in.readObject();
                assertEquals("object 1 (Desk) of rank 0", ref.toString());
                assertThrows(IllegalStateException.class, ref::get);
                assertThrows(IllegalStateException.class, ref::drop);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void aRankTakesCallsUntilAllFinalize(String transport) {
        CountDownLatch leaving = new CountDownLatch(1);
        Jmpi.call(2, Duration.ofSeconds(30), transport, () -> {
            ObjectSpace space = ObjectSpace.open();
            Desk desk = space.exportAll(Desk.class, new Office()).get(1).get();
            if (space.rank() == 1) leaving.countDown();
            else leaving.await();
            for (int i = 0; i < 500 && space.rank() == 0; i++) assertEquals(i, desk.sum(new double[i]));
            MPI.Finalize();
            return null;
        });
    }

    @Test
    void callsFailAfterFinalizeAndWorkAfterTheNextInit() {
        Jmpi.call(2, Duration.ofSeconds(30), "threads", () -> {
            GlobalRef<Desk> ref = ObjectSpace.open()
                    .exportAll(Desk.class, new Office())
                    .get(1 - Jmpi.world().rank());
            assertEquals(2, ref.get().sum(new double[2]));
            MPI.Finalize();
            assertThrows(RpcException.class, () -> ref.get().sum(new double[2]));
            assertThrows(IllegalStateException.class, ObjectSpace::open);
            MPI.Init(new String[0]);
            GlobalRef<Desk> again = ObjectSpace.open()
                    .exportAll(Desk.class, new Office())
                    .get(1 - Jmpi.world().rank());
            assertEquals(3, again.get().sum(new double[3]));
            return null;
        });
    }
}
