package org.jmpi.dsm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import mpi.MPI;
import org.jmpi.Jmpi;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.control.BlockedCall;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.report.BlockedCalls;
import org.jmpi.world.CurrentWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spaces of ranks that are threads, over each transport. */
class SharedSpaceTest {
    private static final Duration LIMIT = Duration.ofSeconds(50);
    private static final SpaceOptions COPIES = SpaceOptions.DEFAULT.copies().pageBytes(64);

    private interface Body {
        void run(SharedSpace space) throws Exception;
    }

    private static void run(int ranks, String transport, SpaceOptions options, Body body) {
        Callable<Void> program = () -> {
            try (SharedSpace space = SharedSpace.make(options)) {
                body.run(space);
            }
            return null;
        };
        Jmpi.call(ranks, LIMIT, transport, program);
    }

    private static void refused(ErrorClass expected, String text, Runnable call) {
        CommException e = assertThrows(CommException.class, call::run);
        assertEquals(expected, e.errorClass(), e.getMessage());
        assertTrue(e.getMessage().contains(text), e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm", "socket", "rmi"})
    void ranksCountUnderALock(String transport) {
        run(3, transport, COPIES, space -> {
            SharedInts counter = space.ints(40);
            for (int i = 0; i < 20; i++) {
                space.lock(i % 2);
                for (int at = i % 2; at < 40; at += 2) counter.set(at, counter.get(at) + 1);
                space.unlock(i % 2);
            }
            space.barrier();
            for (int at = 0; at < 40; at++) assertEquals(30, counter.get(at));
            assertFalse(space.sharesMemory());
            assertTrue(space.statistics().diffs() > 0);
            space.barrier();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "shm"})
    void ranksThatShareMemoryHaveNoCopies(String transport) {
        run(3, transport, SpaceOptions.DEFAULT, space -> {
            SharedDoubles values = space.doubles(10_000);
            assertTrue(space.sharesMemory());
            for (int i = space.rank(); i < values.length(); i += space.size()) values.set(i, i);
            space.barrier();
            for (int i = 0; i < values.length(); i++) assertEquals(i, values.get(i));
            assertEquals(0, space.statistics().twins());
            assertEquals(0, space.statistics().misses());
            space.barrier();
        });
    }

    @Test
    void ranksThatShareNoMemoryHaveCopies() {
        run(2, "socket", SpaceOptions.DEFAULT, space -> {
            SharedLongs values = space.longs(1000);
            assertFalse(space.sharesMemory());
            if (space.rank() == 0) for (int i = 0; i < 1000; i++) values.set(i, -i);
            space.barrier();
            for (int i = 0; i < 1000; i++) assertEquals(-i, values.get(i));
            space.barrier();
        });
    }

    /** Page lists, questions and answers are longer than a frame may be. */
    @Test
    void longPayloadsTravelInParts() {
        SpaceOptions options = COPIES.pageBytes(16).mostDiffBytes(100_000);
        int length = 30_000;
        System.setProperty("jmpi.eager.window", "65536");
        try {
            run(3, "threads", options, space -> {
                SharedLongs values = space.longs(length);
                long[] own = new long[length];
                for (int turn = 1; turn <= 2; turn++) {
                    for (int i = space.rank(); i < length; i += 5) values.set(i, turn * i);
                    space.barrier();
                    values.read(0, own, 0, length);
                    for (int i = 0; i < length; i++) assertEquals(i % 5 < 3 ? (long) turn * i : 0, own[i]);
                    space.barrier();
                }
                assertTrue(space.statistics().collections() > 0);
            });
        } finally {
            System.clearProperty("jmpi.eager.window");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void regionsOfEachType(boolean copies) {
        run(2, "threads", copies ? COPIES : SpaceOptions.DEFAULT, space -> {
            SharedDoubles doubles = space.doubles(100);
            SharedInts ints = space.ints(101);
            SharedLongs longs = space.longs(1);
            SharedBytes bytes = space.bytes(1000);
            byte[] random = new byte[900];
            new Random(7).nextBytes(random);
            if (space.rank() == 1) {
                doubles.write(10, new double[] {0, 1.5, Double.NaN, 0}, 1, 2);
                ints.write(0, new int[101], 0, 101);
                ints.write(99, new int[] {3, 4}, 0, 2);
                longs.set(0, Long.MIN_VALUE);
                bytes.write(50, random, 0, 900);
            }
            space.barrier();
            double[] some = new double[4];
            doubles.read(9, some, 0, 4);
            assertArrayEquals(new double[] {0, 1.5, Double.NaN, 0}, some);
            assertEquals(3, ints.get(99));
            assertEquals(4, ints.get(100));
            assertEquals(Long.MIN_VALUE, longs.get(0));
            byte[] read = new byte[902];
            bytes.read(50, read, 1, 900);
            for (int i = 0; i < 900; i++) assertEquals(random[i], read[i + 1]);
            assertEquals(random[899], bytes.get(949));
            bytes.read(1000, read, 902, 0);
            space.barrier();
        });
    }

    @Test
    void aRankDistributesItsValues() {
        run(3, "threads", COPIES, space -> {
            double[] doubles = new double[1000];
            int[] ints = new int[1];
            long[] longs = {space.rank()};
            if (space.rank() == 2) {
                doubles[999] = 0.25;
                ints[0] = 9;
            }
            space.distribute(doubles, 2);
            space.distribute(ints, 2);
            space.distribute(longs, 1);
            refused(ErrorClass.TYPE, "no array of a primitive type", () -> space.distribute("text", 0));
            refused(ErrorClass.TYPE, "no array of a primitive type", () -> space.distribute(null, 0));
            refused(ErrorClass.ROOT, "3", () -> space.distribute(longs, 3));
            assertEquals(0.25, doubles[999]);
            assertEquals(9, ints[0]);
            assertEquals(1, longs[0]);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void aQueueWithConditions(String transport) {
        run(4, transport, COPIES, space -> {
            SharedInts queue = space.ints(3); // how many items, how many taken, their sum
            int items = 15;
            if (space.rank() == 0) {
                for (int item = 1; item <= items; item++) {
                    space.lock(1);
                    while (queue.get(0) > 0) space.await(1, 1);
                    queue.set(0, item);
                    space.signal(1, 0);
                    space.unlock(1);
                }
            } else {
                space.lock(1);
                while (queue.get(1) < items) {
                    if (queue.get(0) == 0) {
                        space.await(1, 0);
                        continue;
                    }
                    queue.set(2, queue.get(2) + queue.get(0));
                    queue.set(0, 0);
                    queue.set(1, queue.get(1) + 1);
                    space.signal(1, 1);
                    if (queue.get(1) == items) space.broadcast(1, 0);
                }
                space.unlock(1);
            }
            space.barrier();
            assertEquals(items * (items + 1) / 2, queue.get(2));
            space.barrier();
        });
    }

    /** Package mpi and the space share the ranks; two spaces do not see each other. */
    @Test
    void messagesGoBesideTheSpace() {
        run(3, "threads", COPIES, space -> {
            try (SharedSpace other = SharedSpace.make(COPIES)) {
                SharedInts one = space.ints(5);
                SharedInts two = other.ints(5);
                int next = (space.rank() + 1) % 3;
                one.set(space.rank(), 1);
                two.set(space.rank(), 2);
                int[] got = new int[1];
                MPI.COMM_WORLD.Sendrecv(
                        new int[] {space.rank()}, 0, 1, MPI.INT, next, 0, got, 0, 1, MPI.INT, (next + 1) % 3, 0);
                assertEquals((next + 1) % 3, got[0]);
                space.barrier();
                assertEquals(1, one.get(next));
                assertEquals(0, two.get(next));
                other.barrier();
                assertEquals(2, two.get(next));
            }
        });
    }

    @Test
    void argumentsThatAreNotValidAreRefused() {
        refused(ErrorClass.ARG, "pageBytes=100", () -> SpaceOptions.DEFAULT.pageBytes(100));
        refused(ErrorClass.ARG, "mostDiffBytes", () -> SpaceOptions.DEFAULT.mostDiffBytes(-1));
        run(2, "threads", COPIES, space -> {
            refused(ErrorClass.OTHER, "does not have lock 3", () -> space.unlock(3));
            refused(ErrorClass.OTHER, "does not have lock 3", () -> space.await(3, 0));
            refused(ErrorClass.OTHER, "does not have lock 3", () -> space.signal(3, 0));
            space.lock(space.rank());
            refused(ErrorClass.OTHER, "has lock " + space.rank() + " already", () -> space.lock(space.rank()));
            space.unlock(space.rank());
            refused(ErrorClass.COUNT, "length=0", () -> space.ints(0));
            refused(ErrorClass.COUNT, "length=" + (1 << 28), () -> space.doubles(1 << 28));
            refused(ErrorClass.ARG, "length is from 5 to 6", () -> space.doubles(5 + space.rank()));
            refused(
                    ErrorClass.ARG,
                    "pageBytes is from 64 to 128",
                    () -> SharedSpace.make(COPIES.pageBytes(64 << space.rank())));
            SharedInts ints = space.ints(5);
            assertThrows(IndexOutOfBoundsException.class, () -> ints.get(5));
            assertThrows(IndexOutOfBoundsException.class, () -> ints.get(-1));
            assertThrows(IndexOutOfBoundsException.class, () -> ints.get(1 << 30));
            assertThrows(IndexOutOfBoundsException.class, () -> ints.set(5, 1));
            assertThrows(IndexOutOfBoundsException.class, () -> ints.read(3, new int[5], 0, 3));
            assertThrows(IndexOutOfBoundsException.class, () -> ints.write(0, new int[1], 0, 2));
            space.close();
            refused(ErrorClass.OTHER, "closed", space::barrier);
            refused(ErrorClass.OTHER, "closed", () -> space.ints(1));
        });
    }

    /** Rank 0 has the lock, rank 1 gets it next, then rank 2. */
    @Test
    void aReportNamesTheRankThatHasALock() {
        Process[] processes = new Process[3];
        List<CountDownLatch> turns = List.of(new CountDownLatch(1), new CountDownLatch(1));
        List<String> reports = new ArrayList<>();
        run(3, "threads", COPIES, space -> {
            processes[space.rank()] = CurrentWorld.get().process();
            space.barrier();
            if (space.rank() == 0) space.lock(3);
            for (int rank = 1; rank < 3; rank++) {
                if (space.rank() == 0) {
                    turns.get(rank - 1).countDown();
                    String part = rank == 1 ? "held by rank 0" : "after rank 1";
                    reports.add(report(new BlockedCalls(rank, 3, processes[rank]), part));
                } else if (space.rank() == rank) {
                    turns.get(rank - 1).await();
                    space.lock(3);
                }
            }
            space.unlock(3);
        });
        assertEquals(
                List.of(
                        "SharedSpace(lock 3, held by rank 0) [0]",
                        "SharedSpace(lock 3, held by rank 0, after rank 1) [1]"),
                reports);
    }

    /** Returns the call in which a rank waits, and for whom, once its name has a part. */
    private static String report(BlockedCalls calls, String part) {
        while (true) {
            for (BlockedCall each : calls.now())
                if (each.call().contains(part)) return each.call() + " " + each.awaited();
            Thread.onSpinWait();
        }
    }

    private static final class EndedException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void aLostRankFailsTheWaitsOfTheOthers(String transport) {
        String[] messages = new String[3];
        System.setProperty("jmpi.continue", "true");
        try {
            assertThrows(
                    EndedException.class,
                    () -> Jmpi.call(3, LIMIT, transport, () -> {
                        SharedSpace space = SharedSpace.make(COPIES);
                        SharedInts ints = space.ints(1);
                        if (space.rank() == 1) {
                            space.lock(4);
                            ints.set(0, 5);
                        }
                        space.barrier();
                        if (space.rank() == 1) throw new EndedException();
                        CommException e = assertThrows(CommException.class, () -> {
                            if (space.rank() == 0) space.lock(4);
                            else space.barrier(2);
                        });
                        messages[space.rank()] = e.errorClass() + " " + e.getMessage();
                        space.close();
                        return null;
                    }));
        } finally {
            System.clearProperty("jmpi.continue");
        }
        assertTrue(messages[0].matches("PROC_FAILED .*rank 1.*: rank 0 waits for lock 4 from rank 1"), messages[0]);
        assertTrue(messages[2].matches("PROC_FAILED .*rank 1.*: rank 2 waits for barrier 2"), messages[2]);
    }
}
