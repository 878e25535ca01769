package org.jmpi.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileNotFoundException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.jmpi.Communicator;
import org.jmpi.Operator;
import org.jmpi.World;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tests that {@link MpiTestTest} has JUnit run. */
final class Fixtures {
    /** The system property for a queue of weak references to the class loaders of ranks. */
    static final String LOADERS = "org.jmpi.junit.loaders";

    /** The system property for the class loader of a rank. */
    static final String LOADER = "org.jmpi.junit.loader";

    /** The system property for the latch that lets threads end which go on after their test. */
    static final String LATCH = "org.jmpi.junit.latch";

    private Fixtures() {}

    static int sum(Intracomm world, int value) {
        int[] sum = new int[1];
        world.Allreduce(new int[] {value}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        return sum[0];
    }

    static class OfTwoBindings {
        private final int rankOfMaker;

        OfTwoBindings(StubComm world, Intracomm same) {
            assertEquals(world.rank(), same.Rank());
            rankOfMaker = world.rank();
        }

        @MpiTest(np = 3)
        void worlds(StubComm stub, Intracomm mpiJava, World typed) {
            assertEquals(3, stub.size());
            assertEquals(rankOfMaker, stub.rank());
            assertSame(stub.core(), Communicator.of(stub).as(StubComm.class).core());
            assertEquals(3, typed.allReduce(stub.rank(), Operator.SUM));
            assertSame(MPI.COMM_WORLD, mpiJava);
            JmpiAssertions.onAllRanks(stub, () -> assertEquals(stub.rank(), mpiJava.Rank()));
            JmpiAssertions.onAllRanks(typed, () -> assertEquals(stub.rank(), typed.rank()));
        }

        @MpiTest(np = 2)
        void fails(StubComm stub) {
            JmpiAssertions.onAllRanks(stub, () -> assertEquals(0, stub.rank()));
        }

        @MpiTest(np = 2)
        void raises(StubComm stub) {
            try {
                Communicator.of(stub).send("x", 2);
            } catch (MPIException e) {
                assertEquals(MPI.ERR_RANK, e.Get_error_class());
                return;
            }
            fail("no exception of mpiJava");
        }

        @MpiTest(np = 2)
        void unknown(Object world) {
            fail("of no binding");
        }
    }

    static class Good {
        private static int calls;

        private final int rank = MPI.COMM_WORLD.Rank();

        @TempDir
        Path folder;

        @BeforeEach
        void count() {
            calls++;
        }

        @MpiTest(np = 3)
        void aWorld(Intracomm world, Comm same, World typed) {
            assertEquals(3, typed.allReduce(rank, Integer::sum));
            assertEquals(3, world.Size());
            assertEquals(rank, same.Rank());
            assertEquals(3, sum(world, rank));
        }

        @MpiTest(np = 3)
        void ownStaticFields(Intracomm world) {
            assertEquals(1, calls++);
            assertEquals(6, sum(world, calls));
        }

        @MpiTest(np = 2)
        void objectsOfTheTest(Intracomm world) {
            Object[] box = {rank == 0 ? Level.HIGH : null};
            world.Bcast(box, 0, 1, MPI.OBJECT, 0);
            assertEquals(Level.HIGH, box[0]);
        }

        @MpiTest(np = 2, transport = "socket")
        void overSockets(Intracomm world) {
            assertEquals(1, sum(world, rank));
        }

        @MpiTest(np = 2)
        void aMainMethod() {
            Program.main(new String[0]);
        }

        @MpiTest(np = 2)
        @Timeout(value = 50, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
        void asInTheTests() {
            boolean asserts = false;
            assert asserts = true;
            assertTrue(asserts);
            assertEquals("rank " + rank, Thread.currentThread().getName(), "JUnit limits the time outside the ranks");
            System.getProperties().put(LOADER, getClass().getClassLoader());
        }

        @MpiTest(np = 2)
        void ownFolder() throws Exception {
            Files.createFile(folder.resolve("file"));
        }
    }

    enum Level {
        HIGH
    }

    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            MPI.Init(args);
            MPI.COMM_WORLD.Barrier();
            MPI.Finalize();
        }
    }

    /** Two annotations on a method, each of which makes tests. */
    static class Competing {
        @MpiTest(np = 2)
        @ParameterizedTest
        @ValueSource(ints = {3, 4})
        void parameters(int value) {
            assertEquals(2 * value, sum(MPI.COMM_WORLD, value));
        }

        @MpiTest(np = 2)
        @RepeatedTest(2)
        void repeated(Intracomm world) {
            assertEquals(2, world.Size());
        }

        @MpiTest(np = 3)
        @TestFactory
        Stream<DynamicTest> factory() {
            return Stream.of(DynamicTest.dynamicTest("size", () -> assertEquals(3, MPI.COMM_WORLD.Size())));
        }
    }

    @MpiTest(np = 2)
    static class OfClass {
        private static Intracomm before;

        @BeforeAll
        static void beforeAll() {
            assertNull(before);
            before = MPI.COMM_WORLD;
            before.Barrier();
        }

        @AfterEach
        void afterEach() {
            assertEquals(2, before.Size());
        }

        @AfterAll
        static void afterAll() {
            before.Barrier();
        }

        @Test
        void plain() {
            before.Barrier();
        }

        @MpiTest(np = 1)
        @Timeout(50)
        @Disabled
        void disabled() {
            throw new IllegalStateException();
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void parameters(int value) {
            assertEquals(2 * value, sum(before, value));
        }

        @RepeatedTest(2)
        void repeated() {
            before.Barrier();
        }

        @TestFactory
        Stream<DynamicTest> dynamic(Intracomm world) {
            return Stream.of(DynamicTest.dynamicTest("barrier", world::Barrier));
        }

        @Nested
        class Inner {
            @Test
            void plain() {
                before.Barrier();
            }
        }
    }

    static class Failing {
        @MpiTest(np = 4)
        void onOneRank(Intracomm world) {
            if (world.Rank() == 2) assertEquals(6, 5);
            world.Barrier();
        }

        @MpiTest(np = 3)
        void onTwoRanks(Intracomm world) throws Exception {
            int rank = world.Rank();
            if (rank == 0) throw new FileNotFoundException("no input");
            if (rank == 2) throw new IllegalStateException("no output", new IllegalArgumentException("why"));
            world.Barrier();
        }

        @MpiTest(np = 2)
        void exits(Intracomm world) {
            if (world.Rank() == 1) System.exit(3);
            world.Barrier();
        }

        @MpiTest(np = 2)
        void exitsInSilence() {
            try {
                System.exit(0);
            } catch (Error e) {
                assertTrue(e.getMessage().contains("exit"));
            }
        }

        @MpiTest(np = 2)
        void aborts(Intracomm world) {
            if (world.Rank() == 1) MPI.COMM_WORLD.Abort(5);
            world.Barrier();
        }

        @MpiTest(np = 2)
        void assumes(Intracomm world) {
            assumeTrue(world.Rank() == 0, "rank 0 alone");
            world.Barrier();
        }

        @MpiTest(np = 3)
        void together(Intracomm world) {
            JmpiAssertions.onAllRanks(world, () -> assertTrue(world.Rank() < 3));
            JmpiAssertions.onAllRanks(world, () -> assertEquals(1, world.Rank() == 1 ? 2 : 1));
            world.Barrier();
        }

        @MpiTest(np = 2)
        void togetherWithACheckedException(Intracomm world) {
            JmpiAssertions.onAllRanks(world, () -> {
                if (world.Rank() == 1) throw new FileNotFoundException("no part");
            });
        }
    }

    /** Failures that hide what they are, or whose rank they are. */
    static class Odd {
        @MpiTest(np = 2)
        void overflows(Intracomm world) {
            if (world.Rank() == 1) overflow(0);
            world.Barrier();
        }

        private static int overflow(int depth) {
            return overflow(depth + 1) + 1;
        }

        @MpiTest(np = 2)
        void throwsWhatCannotBePrinted(Intracomm world) {
            if (world.Rank() == 0) throw unprintable();
            world.Barrier();
        }

        @MpiTest(np = 2)
        void togetherWithWhatCannotBePrinted(Intracomm world) {
            JmpiAssertions.onAllRanks(world, () -> {
                if (world.Rank() == 1) throw unprintable();
            });
            world.Barrier();
        }

        private static RuntimeException unprintable() {
            return new RuntimeException() {
                @Override
                public String getMessage() {
                    throw new IllegalStateException();
                }
            };
        }

        @MpiTest(np = 2)
        void halts(Intracomm world) {
            if (world.Rank() == 0) Runtime.getRuntime().halt(4);
            world.Barrier();
        }
    }

    static class NeedsTwo {
        private final int first = List.of(1, 2).get(3 - MPI.COMM_WORLD.Size());

        @MpiTest(np = 2)
        void good() {
            assertEquals(2, first);
        }
    }

    static class Around {
        @BeforeEach
        void before(TestInfo test) {
            if (test.getTestMethod().orElseThrow().getName().equals("before") && MPI.COMM_WORLD.Rank() == 1)
                throw new IllegalStateException("before it");
        }

        @MpiTest(np = 2)
        void before(Intracomm world) {
            world.Barrier();
        }

        @MpiTest(np = 2)
        void after(Intracomm world) {
            world.Barrier();
        }

        @AfterEach
        void after(TestInfo test) {
            if (test.getTestMethod().orElseThrow().getName().equals("after") && MPI.COMM_WORLD.Rank() == 1)
                throw new IllegalStateException("after it");
        }
    }

    static class Stuck {
        @MpiTest(np = 2, timeout = 1)
        void deadlock(Intracomm world) {
            world.Recv(new int[1], 0, 1, MPI.INT, 1 - world.Rank(), 7);
        }
    }

    static class Wrong {
        @MpiTest(np = 0)
        void noRanks() {}

        @MpiTest(np = 2, timeout = 0)
        void noTime() {}

        @MpiTest(np = 2, transport = "pigeon")
        void noTransport() {}

        @MpiTest(np = 2, transport = "threads", processes = true)
        void noProcesses() {}

        @MpiTest(np = 2)
        void noSuchParameter(List<String> words) {}

        @MpiTest(np = 2)
        void good(Intracomm world) {
            world.Barrier();
        }
    }

    static class InProcesses {
        private static int calls;

        @BeforeEach
        void count() {
            calls++;
        }

        @MpiTest(np = 2, processes = true)
        void failsOnOneRank(Intracomm world) throws Exception {
            assertEquals(-1, System.in.read());
            assertEquals("seen", System.getProperty("org.jmpi.junit.fixture"));
            assertEquals(2, sum(world, calls));
            if (world.Rank() == 1) assertEquals(6, 5);
            world.Barrier();
        }
    }

    /** Tests for ranks alone. */
    @ExtendWith(MpiTestExtension.class)
    static class Plain {
        /** Rank 0 returns before its message has left; the rank's end waits for it. */
        @Test
        void good(Intracomm world) {
            int[] items = new int[1 << 20];
            if (world.Rank() == 0) world.Isend(items, 0, items.length, MPI.INT, 1, 0);
            else world.Recv(items, 0, items.length, MPI.INT, 0, 0);
        }

        @Test
        void deadlock(Intracomm world) {
            world.Recv(new int[1], 0, 1, MPI.INT, 1 - world.Rank(), 7);
        }

        @Test
        void exits(Intracomm world) {
            if (world.Rank() == 1) System.exit(3);
            world.Barrier();
        }
    }

    static class GoesOn {
        @MpiTest(np = 2)
        void ignoresItsInterrupt(Intracomm world) {
            int other = 1 - world.Rank();
            int[] items = new int[1 << 12];
            world.Sendrecv(items, 0, items.length, MPI.INT, other, 1, items, 0, items.length, MPI.INT, other, 1);
            sum((Intracomm) world.clone(), 1);
            Intracomm copy = (Intracomm) world.clone();
            for (int i = 0; i < 100; i++) assertEquals(2, sum(copy, 1));
            List<Object> kept = List.of(
                    copy,
                    copy.Send_init(items, 0, 1, MPI.INT, other, 2),
                    copy.Irecv(items, 0, 1, MPI.INT, other, 3),
                    copy.Iallreduce(new int[1], 0, new int[1], 0, 1, MPI.INT, MPI.SUM));
            CountDownLatch latch = (CountDownLatch) System.getProperties().get(LATCH);
            Thread left = new Thread(() -> awaitUninterruptibly(latch, kept), "ignores its interrupt");
            left.setDaemon(true);
            left.start();
        }

        private static void awaitUninterruptibly(CountDownLatch latch, Object kept) {
            boolean released = false;
            while (!released) {
                try {
                    latch.await();
                    released = true;
                } catch (InterruptedException e) {
                    // On purpose.
                }
            }
            Reference.reachabilityFence(kept);
        }
    }

    /** Each test shows its rank's class loader to the JVM of the tests, by {@link #LOADERS}. */
    static class LeavesThings {
        private static final ThreadLocal<Object> LOCAL = new ThreadLocal<>();

        private static void show() {
            Queue<WeakReference<ClassLoader>> loaders = loaders();
            loaders.add(new WeakReference<>(LeavesThings.class.getClassLoader()));
        }

        @SuppressWarnings("unchecked")
        private static Queue<WeakReference<ClassLoader>> loaders() {
            return (Queue<WeakReference<ClassLoader>>) System.getProperties().get(LOADERS);
        }

        @MpiTest(np = 2)
        void nothing(Intracomm world) {
            show();
            world.Barrier();
        }

        @MpiTest(np = 2)
        void failure(Intracomm world) {
            show();
            if (world.Rank() == 1) fail("on purpose");
            world.Barrier();
        }

        @MpiTest(np = 2)
        void request(Intracomm world) {
            show();
            world.Irecv(new int[1], 0, 1, MPI.INT, 1 - world.Rank(), 3);
            throw new IllegalStateException("on purpose");
        }

        @MpiTest(np = 2)
        void threadLocal(Intracomm world) {
            show();
            LOCAL.set(world);
        }

        @MpiTest(np = 2, timeout = 1)
        void deadlock(Intracomm world) {
            show();
            world.Recv(new int[1], 0, 1, MPI.INT, 1 - world.Rank(), 3);
        }

        @MpiTest(np = 2)
        void thread(Intracomm world) {
            show();
            Thread left = new Thread(() -> LockSupport.park(world), "left behind");
            left.setDaemon(true);
            left.start();
        }

        @MpiTest(np = 2)
        void segment(Intracomm world) {
            show();
            double[] sum = new double[1000];
            world.Allreduce(new double[1000], 0, sum, 0, 1000, MPI.DOUBLE, MPI.SUM);
            Intracomm copy = (Intracomm) world.clone();
            copy.Bcast(sum, 0, 1000, MPI.DOUBLE, 0);
        }
    }
}
