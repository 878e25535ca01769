package org.jmpi.comm.window;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Predefined;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The accesses and epochs of windows, by each path and over each transport. */
@Timeout(60)
public abstract class WindowContract extends WindowFixture {
    /**
     * @param byFrames whether accesses go by frames where memory is shared
     * @param sharesMemory whether ranks share allocated memory
     */
    protected WindowContract(String transport, boolean byFrames, boolean sharesMemory) {
        super(transport, byFrames, sharesMemory);
    }

    // ---- accesses ----

    @Test
    void aFenceCompletesPutsAndGets() {
        run(4, comm -> {
            int me = comm.rank();
            int next = (me + 1) % comm.size();
            int before = (me + comm.size() - 1) % comm.size();
            int[] memory = {-1, 100 + me, -1};
            Window win = over(memory, 3, comm);
            int[] got = new int[1];
            win.fence(Window.MODE_NOPRECEDE);
            win.put(ints(me), next, 0, 1, INT);
            win.get(ints(got), next, 1, 1, INT);
            win.fence(0);
            assertArrayEquals(new int[] {before, 100 + me, -1}, memory);
            assertEquals(100 + next, got[0]);
            win.fence(Window.MODE_NOSUCCEED);
            win.free();
            assertTrue(win.isFreed());
        });
    }

    @Test
    void aFlushCompletesPutsAndGetsWhileTheTargetIsLocked() {
        run(3, comm -> {
            int[] memory = new int[comm.size()];
            Window win = over(memory, memory.length, comm);
            if (comm.rank() > 0) {
                win.lock(Window.LOCK_EXCLUSIVE, 0, 0);
                win.put(ints(comm.rank()), 0, comm.rank(), 1, INT);
                win.flush(0);
                int[] got = new int[1];
                win.get(ints(got), 0, comm.rank(), 1, INT);
                win.flushLocal(0);
                assertEquals(comm.rank(), got[0]);
                win.unlock(0);
            }
            win.free();
            if (comm.rank() == 0) assertArrayEquals(new int[] {0, 1, 2}, memory);
        });
    }

    @Test
    void longAccessesGoInParts() {
        run(2, comm -> {
            int length = 300_000;
            double[] memory = new double[length];
            Window win = over(memory, length, comm);
            int peer = 1 - comm.rank();
            win.lockAll(0);
            double[] sent =
                    IntStream.range(0, length).mapToDouble(i -> i + comm.rank()).toArray();
            win.put(new UserBuffer(sent, 0, length, DOUBLE), peer, 0, length, DOUBLE);
            win.flush(peer);
            win.accumulate(new UserBuffer(sent, 0, length, DOUBLE), peer, 0, length, DOUBLE, op(Predefined.SUM));
            double[] before = new double[length];
            win.getAccumulate(
                    new UserBuffer(sent, 0, length, DOUBLE),
                    new UserBuffer(before, 0, length, DOUBLE),
                    peer,
                    0,
                    length,
                    DOUBLE,
                    op(Predefined.REPLACE));
            double[] after = new double[length];
            win.get(new UserBuffer(after, 0, length, DOUBLE), peer, 0, length, DOUBLE);
            win.flushAll();
            for (int i = 0; i < length; i++) {
                assertEquals(2.0 * (i + comm.rank()), before[i]);
                assertEquals(sent[i], after[i]);
            }
            win.unlockAll();
            win.free();
        });
    }

    @Test
    void derivedTypesAreAtBothSides() {
        run(2, comm -> {
            TypeHandle column = TypeHandle.derived(Layout.vector(4, 2, 5, Layout.of(BasicType.INT)));
            column.commit();
            TypeHandle pairs = TypeHandle.derived(Layout.vector(8, 1, 2, Layout.of(BasicType.INT)));
            pairs.commit();
            int[] memory = new int[64];
            Window win = Window.create(new UserBuffer(memory, 3, 60, null), 2, info(), comm);
            win.fence(0);
            if (comm.rank() == 0) {
                int[] sent = IntStream.range(0, 16).toArray();
                // Twice, so that the target knows the layout.
                for (int i = 0; i < 2; i++) win.put(new UserBuffer(sent, i, 1, pairs), 1, 2 + 10 * i, 1, column);
                win.accumulate(new UserBuffer(sent, 0, 1, pairs), 1, 2, 1, column, op(Predefined.SUM));
            }
            win.fence(0);
            if (comm.rank() == 1) {
                int[] expected = new int[64];
                for (int i = 0; i < 8; i++) {
                    expected[3 + 4 + i / 2 * 5 + i % 2] = 4 * i;
                    expected[3 + 24 + i / 2 * 5 + i % 2] = 2 * i + 1;
                }
                assertArrayEquals(expected, memory);
                int[] got = new int[64];
                win.get(new UserBuffer(got, 0, 1, column), 1, 2, 1, column);
                win.fence(0);
                assertEquals(28, got[16]);
            } else win.fence(0);
            win.free();
        });
    }

    @Test
    void bytesHoldAnyPrimitiveTypeInTheirOrder() {
        run(2, comm -> {
            ByteBuffer memory = ByteBuffer.allocateDirect(64).order(ByteOrder.BIG_ENDIAN);
            Window win = over(memory, 64, comm);
            win.fence(0);
            if (comm.rank() == 0) {
                win.put(ints(0x01020304), 1, 3, 1, INT);
                win.put(new UserBuffer(new long[] {5}, 0, 1, LONG), 1, 16, 1, LONG);
                win.accumulate(new UserBuffer(new long[] {7}, 0, 1, LONG), 1, 16, 1, LONG, op(Predefined.SUM));
            }
            win.fence(0);
            if (comm.rank() == 1) {
                assertEquals(0x01020304, memory.getInt(3));
                assertEquals(12, memory.getLong(16));
            }
            win.free();
        });
    }

    @Test
    void aTypedBufferIsMemory() {
        run(2, comm -> {
            IntBuffer memory = IntBuffer.allocate(4);
            Window win = Window.create(new UserBuffer(memory, 1, 3, null), 1, info(), comm);
            win.fence(0);
            win.put(ints(9), 1 - comm.rank(), 2, 1, INT);
            win.fence(0);
            assertEquals(9, memory.get(3));
            win.free();
        });
    }

    @Test
    void everyAccumulateIsAtomic() {
        run(3, comm -> {
            long[] memory = new long[600];
            Window win = over(memory, memory.length, comm);
            win.lockAll(0);
            long[] ones = new long[memory.length];
            java.util.Arrays.fill(ones, 1);
            for (int i = 0; i < 50; i++) {
                win.accumulate(new UserBuffer(ones, 0, 600, LONG), 0, 0, 600, LONG, op(Predefined.SUM));
                long[] before = new long[1];
                for (int element = 0; element < 10; element++)
                    win.fetchAndOp(
                            new UserBuffer(ones, 0, 1, LONG),
                            new UserBuffer(before, 0, 1, LONG),
                            0,
                            element,
                            op(Predefined.SUM));
                win.flush(0);
            }
            win.unlockAll();
            win.free();
            if (comm.rank() == 0)
                for (int i = 0; i < memory.length; i++) assertEquals(i < 10 ? 300 : 150, memory[i], "element " + i);
        });
    }

    @Test
    void fetchAndOpReadsEachValueOnce() {
        run(4, comm -> {
            int[] memory = {0, -5};
            Window win = over(memory, 2, comm);
            win.lockAll(0);
            int[] got = new int[20];
            for (int i = 0; i < got.length; i++) {
                win.fetchAndOp(ints(1), new UserBuffer(got, i, 1, INT), 0, 0, op(Predefined.SUM));
                win.flush(0);
                if (i > 0) assertTrue(got[i] > got[i - 1]);
            }
            int[] seen = new int[1];
            win.fetchAndOp(ints(0), ints(seen), 0, 1, op(Predefined.NO_OP));
            win.flush(0);
            assertEquals(-5, seen[0]);
            win.unlockAll();
            win.free();
            if (comm.rank() == 0) assertEquals(20 * comm.size(), memory[0]);
        });
    }

    @Test
    void oneRankAtATimeSwaps() {
        run(4, comm -> {
            long[] memory = {0};
            Window win = over(memory, 1, comm);
            win.lockAll(0);
            for (int i = 0; i < 25; i++) {
                long[] seen = {-1};
                long expected = 0;
                while (true) {
                    win.compareAndSwap(
                            new UserBuffer(new long[] {expected + 1}, 0, 1, LONG),
                            new UserBuffer(new long[] {expected}, 0, 1, LONG),
                            new UserBuffer(seen, 0, 1, LONG),
                            0,
                            0);
                    win.flush(0);
                    if (seen[0] == expected) break;
                    expected = seen[0];
                }
            }
            win.unlockAll();
            win.free();
            if (comm.rank() == 0) assertEquals(100, memory[0]);
        });
    }

    @Test
    void requestsCompleteByThemselves() {
        run(2, comm -> {
            int[] memory = {1, 2, 3, 4};
            Window win = over(memory, 4, comm);
            int peer = 1 - comm.rank();
            win.lock(Window.LOCK_SHARED, peer, 0);
            int[] got = new int[2];
            RequestHandle get = win.rget(ints(got), peer, 0, 2, INT);
            assertEquals("done", get.await(BINDING));
            assertArrayEquals(new int[] {1, 2}, got);
            win.rput(ints(7), peer, 2, 1, INT).await(BINDING);
            win.raccumulate(ints(7), peer, 3, 1, INT, op(Predefined.PROD)).await(BINDING);
            win.flush(peer);
            win.rgetAccumulate(ints(0, 0), ints(got), peer, 2, 2, INT, op(Predefined.NO_OP))
                    .await(BINDING);
            assertArrayEquals(new int[] {7, 28}, got);
            win.unlock(peer);
            refused(ErrorClass.RMA_SYNC, () -> win.rget(ints(got), peer, 0, 2, INT));
            win.free();
        });
    }

    /** The pairs are more than a combination takes at a time. */
    @Test
    void minlocKeepsPairs() {
        run(3, comm -> {
            TypeHandle pair = TypeHandle.derived(Layout.contiguous(2, Layout.of(BasicType.INT)));
            pair.commit();
            int pairs = Combination.MOST_ELEMENTS + 2;
            int[] memory = new int[2 * pairs];
            int[] values = new int[2 * pairs];
            int[] expected = new int[2 * pairs];
            for (int i = 0; i < pairs; i++) {
                memory[2 * i] = 100;
                values[2 * i] = i % 2 == 0 ? 10 - comm.rank() : 7;
                values[2 * i + 1] = comm.rank();
                expected[2 * i] = i % 2 == 0 ? 8 : 7;
                expected[2 * i + 1] = i % 2 == 0 ? 2 : 0;
            }
            Window win = over(memory, memory.length, comm);
            win.fence(0);
            win.accumulate(new UserBuffer(values, 0, pairs, pair), 0, 0, pairs, pair, op(Predefined.MINLOC));
            win.fence(0);
            if (comm.rank() == 0) assertArrayEquals(expected, memory);
            win.free();
        });
    }

    @Test
    void negativeValuesAreCompared() {
        run(2, comm -> {
            int[] memory = {-5};
            int[] seen = new int[1];
            Window win = over(memory, 1, comm);
            int peer = 1 - comm.rank();
            win.lockAll(0);
            win.compareAndSwap(ints(-6), ints(-5), ints(seen), peer, 0);
            win.unlockAll();
            win.free();
            assertEquals(-5, seen[0]);
            assertEquals(-6, memory[0]);
        });
    }

    /** Each value that is written is read once, or is the last one. */
    @Test
    void swapsLoseNoValue() {
        run(4, comm -> {
            long[] memory = new long[3];
            Window win = over(memory, memory.length, comm);
            long written = 0;
            long read = 0;
            win.lockAll(0);
            for (int i = 0; i < 500; i++) {
                long[] seen = new long[1];
                long value = 1 + i * comm.size() + comm.rank();
                win.getAccumulate(
                        new UserBuffer(new long[] {value}, 0, 1, LONG),
                        new UserBuffer(seen, 0, 1, LONG),
                        0,
                        0,
                        1,
                        LONG,
                        op(Predefined.REPLACE));
                win.flush(0);
                written += value;
                read += seen[0];
            }
            long[] sums = {read, written};
            win.accumulate(new UserBuffer(sums, 0, 2, LONG), 0, 1, 2, LONG, op(Predefined.SUM));
            win.unlockAll();
            win.free();
            if (comm.rank() == 0) assertEquals(memory[2], memory[1] + memory[0]);
        });
    }

    @Test
    void accumulatesOfAllocatedMemoryAreAtomic() {
        run(4, comm -> {
            int times = 1_000;
            Window win = Window.allocate(comm.rank() == 0 ? Integer.BYTES : 0, Integer.BYTES, info(), comm);
            win.lockAll(0);
            for (int i = 0; i < times; i++) {
                win.accumulate(ints(1), 0, 0, 1, INT, op(Predefined.SUM));
                win.flush(0);
            }
            win.unlockAll();
            win.fence(0);
            int[] got = new int[1];
            win.get(ints(got), 0, 0, 1, INT);
            win.fence(0);
            assertEquals(times * comm.size(), got[0]);
            win.free();
        });
    }

    /** A displacement counts in the unit of the target, up to the end of its memory. */
    @Test
    void eachRankHasItsUnitAndSize() {
        run(2, comm -> {
            int unit = comm.rank() + 1;
            int peer = 1 - comm.rank();
            Window array = Window.create(new UserBuffer(new int[4 * unit], 0, 4 * unit, null), unit, info(), comm);
            Window memory = Window.allocate(16L * unit, Integer.BYTES * unit, info(), comm);
            for (Window win : List.of(array, memory)) {
                win.fence(0);
                win.put(ints(7), peer, 3, 1, INT);
                refused(ErrorClass.RMA_RANGE, () -> win.put(ints(7), peer, 4, 1, INT));
                win.fence(0);
                int[] got = new int[1];
                win.get(ints(got), comm.rank(), 3, 1, INT);
                win.fence(0);
                assertEquals(7, got[0]);
                win.free();
            }
        });
    }

    @Test
    void anUnlockEndsTheLockOfItsTargetAlone() {
        run(2, comm -> {
            int[] memory = new int[2];
            Window win = over(memory, 2, comm);
            for (int rank = 0; rank < 2; rank++) win.lock(Window.LOCK_SHARED, rank, 0);
            win.unlock(0);
            refused(ErrorClass.RMA_SYNC, () -> win.put(ints(1), 0, comm.rank(), 1, INT));
            win.put(ints(9), 1, comm.rank(), 1, INT);
            win.unlock(1);
            win.free();
            assertArrayEquals(comm.rank() == 0 ? new int[2] : new int[] {9, 9}, memory);
        });
    }

    @Test
    void accessesToProcNullDoNothing() {
        run(1, comm -> {
            Window win = over(new int[1], 1, comm);
            int none = Communicator.PROC_NULL;
            win.put(ints(1), none, 9, 1, INT);
            win.get(ints(1), none, 9, 1, INT);
            win.lock(Window.LOCK_SHARED, none, 0);
            win.rput(ints(1), none, 9, 1, INT).await(BINDING);
            win.flush(none);
            win.unlock(none);
            win.free();
        });
    }

    // ---- epochs ----

    @Test
    void startWaitsForPostAndWaitForComplete() {
        run(4, comm -> {
            int[] memory = new int[4];
            Window win = over(memory, 4, comm);
            for (int round = 1; round <= 20; round++) {
                if (comm.rank() == 0) {
                    win.start(of(comm, 1, 2), 0);
                    for (int target = 1; target <= 2; target++) win.put(ints(round), target, 0, 1, INT);
                    win.complete();
                } else if (comm.rank() == 3) {
                    win.start(of(comm, 2), 0);
                    win.put(ints(-round), 2, 3, 1, INT);
                    win.complete();
                } else {
                    win.post(comm.rank() == 1 ? of(comm, 0) : of(comm, 0, 3), 0);
                    if (round % 2 == 0) win.await();
                    else while (!win.test()) Thread.onSpinWait();
                    assertEquals(round, memory[0]);
                    if (comm.rank() == 2) assertEquals(-round, memory[3]);
                }
            }
            win.free();
        });
    }

    @Test
    void anExclusiveLockKeepsOthersOut() {
        run(4, comm -> {
            int[] memory = new int[2];
            Window win = over(memory, 2, comm);
            for (int i = 0; i < 20; i++) {
                win.lock(Window.LOCK_EXCLUSIVE, 0, 0);
                int[] got = new int[2];
                win.get(ints(got), 0, 0, 2, INT);
                win.flush(0);
                assertEquals(got[0], got[1]);
                win.put(ints(got[0] + 1), 0, 0, 1, INT);
                win.flush(0);
                win.put(ints(got[0] + 1), 0, 1, 1, INT);
                win.unlock(0);
            }
            win.free();
            if (comm.rank() == 0) assertArrayEquals(new int[] {80, 80}, memory);
        });
    }

    @Test
    void theTargetOfALockMayCompute() {
        CountDownLatch done = new CountDownLatch(1);
        run(2, comm -> {
            int[] memory = new int[1];
            Window win = over(memory, 1, comm);
            if (comm.rank() == 0) {
                win.lock(Window.LOCK_EXCLUSIVE, 1, 0);
                win.put(ints(5), 1, 0, 1, INT);
                win.unlock(1);
                done.countDown();
            } else done.await();
            win.free();
            if (comm.rank() == 1) assertEquals(5, memory[0]);
        });
    }

    @Test
    void threadsOfARankShareItsEpoch() {
        run(2, comm -> {
            long[] memory = new long[1];
            Window win = over(memory, 1, comm);
            win.lockAll(0);
            Thread[] threads = new Thread[3];
            for (int i = 0; i < threads.length; i++) {
                threads[i] = new Thread(() -> {
                    for (int k = 0; k < 50; k++) {
                        win.accumulate(new UserBuffer(new long[] {1}, 0, 1, LONG), 0, 0, 1, LONG, op(Predefined.SUM));
                        win.flush(0);
                    }
                });
                threads[i].start();
            }
            for (Thread thread : threads) thread.join();
            win.unlockAll();
            win.free();
            if (comm.rank() == 0) assertEquals(300, memory[0]);
        });
    }
}
