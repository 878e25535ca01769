package org.jmpi.comm.window;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CountDownLatch;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.object.Info;
import org.jmpi.comm.op.OpHandle;
import org.jmpi.comm.op.Predefined;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The kinds of windows, wrong calls and deaths, by each path and over each transport. */
@Timeout(60)
public abstract class WindowMemoryContract extends WindowFixture {
    /**
     * @param byFrames whether accesses go by frames where memory is shared
     * @param sharesMemory whether ranks share allocated memory
     */
    protected WindowMemoryContract(String transport, boolean byFrames, boolean sharesMemory) {
        super(transport, byFrames, sharesMemory);
    }

    // ---- allocated, shared and dynamic memory ----

    @Test
    void allocatedMemoryIsZeroAndOfTheLibrary() {
        run(3, comm -> {
            Window win = Window.allocate(8L * (comm.rank() + 1), 8, info(), comm);
            assertEquals(8 * (comm.rank() + 1), win.base().capacity());
            assertEquals(0, win.base().getLong(0));
            win.fence(0);
            win.put(new UserBuffer(new long[] {comm.rank()}, 0, 1, LONG), 2, comm.rank(), 1, LONG);
            win.fence(0);
            if (comm.rank() == 2)
                for (int i = 0; i < 3; i++)
                    assertEquals(
                            i,
                            win.base(8L * i, 8).order(ByteOrder.nativeOrder()).getLong(0));
            assertEquals(8L * (comm.rank() + 1), win.attributes().get(Window.SIZE_KEY));
            assertEquals(8, win.attributes().get(Window.DISP_UNIT_KEY));
            assertEquals(Window.FLAVOR_ALLOCATE, win.attributes().get(Window.CREATE_FLAVOR_KEY));
            assertEquals(Window.MODEL_UNIFIED, win.attributes().get(Window.MODEL_KEY));
            refused(ErrorClass.RMA_FLAVOR, () -> win.sharedQuery(0));
            refused(ErrorClass.RMA_FLAVOR, () -> win.detach(new int[0]));
            refused(ErrorClass.ARG, () -> win.base(8L * (comm.rank() + 1), 1));
            win.free();
        });
    }

    @Test
    void sharedMemoryIsLoadedAndStoredByAll() {
        run(3, comm -> {
            if (!sharesMemory) {
                refused(ErrorClass.RMA_SHARED, () -> Window.allocateShared(8, 1, info(), comm));
                return;
            }
            long size = comm.rank() == 0 ? 0 : 16;
            Window win = Window.allocateShared(size, 4, info(), comm);
            int peer = comm.rank() == 1 ? 2 : 1;
            win.lockAll(0);
            SharedPart part = win.sharedQuery(peer);
            assertEquals(16, part.size());
            assertEquals(4, part.dispUnit());
            if (comm.rank() > 0) part.base().putInt(8, 40 + comm.rank());
            win.accumulate(ints(100), 2, 3, 1, INT, op(Predefined.SUM));
            win.unlockAll();
            win.fence(0);
            win.sync();
            if (comm.rank() > 0) assertEquals(40 + peer, win.base().getInt(8));
            assertEquals(300, win.sharedQuery(2).base(12, 4).getInt(0));
            assertEquals(16, win.sharedQuery(Communicator.PROC_NULL).size());
            refused(ErrorClass.RANK, () -> win.sharedQuery(3));
            win.free();
        });
    }

    @Test
    void attachedMemoryHasDisplacementsOfItsOwn() {
        run(2, comm -> {
            Window win = Window.createDynamic(info(), comm);
            int[] first = {1, 2, 3};
            long[] second = {4, 5, 6};
            long a = win.attach(new UserBuffer(first, 0, 3, null));
            long b = win.attach(new UserBuffer(second, 1, 2, null));
            refused(ErrorClass.RMA_ATTACH, () -> win.attach(new UserBuffer(first, 0, 3, null)));
            refused(ErrorClass.RMA_ATTACH, () -> win.detach(new int[3]));
            refused(ErrorClass.SIZE, () -> win.attach(new UserBuffer(new int[3], 1, 3, null)));
            int peer = 1 - comm.rank();
            win.fence(0);
            int[] got = new int[1];
            long[] got2 = new long[2];
            win.get(ints(got), peer, a + 2, 1, INT);
            win.get(new UserBuffer(got2, 0, 2, LONG), peer, b, 2, LONG);
            win.fence(0);
            assertEquals(3, got[0]);
            assertArrayEquals(new long[] {5, 6}, got2);
            win.fence(Window.MODE_NOSUCCEED);
            win.lock(Window.LOCK_SHARED, peer, 0);
            refused(ErrorClass.RMA_RANGE, () -> {
                win.put(ints(1), peer, a + 3, 1, INT);
                win.flush(peer);
            });
            refused(ErrorClass.TYPE, () -> {
                win.get(new UserBuffer(got2, 0, 1, LONG), peer, a, 1, LONG);
                win.flush(peer);
            });
            // The window stays usable.
            win.put(ints(-1), peer, a, 1, INT);
            win.unlock(peer);
            win.fence(0);
            assertEquals(-1, first[0]);
            win.detach(first);
            win.fence(Window.MODE_NOSUCCEED);
            win.lock(Window.LOCK_SHARED, peer, 0);
            refused(ErrorClass.RMA_RANGE, () -> {
                win.put(ints(1), peer, a, 1, INT);
                win.flush(peer);
            });
            win.unlock(peer);
            win.free();
        });
    }

    // ---- wrong calls ----

    @Test
    void absurdSizesFailAtAllRanks() {
        run(2, comm -> {
            for (long size : new long[] {1L << 50, Long.MAX_VALUE}) {
                long own = comm.rank() == 1 ? size : 64;
                refused(ErrorClass.NO_MEM, () -> Window.allocate(own, 1, info(), comm));
                refused(ErrorClass.NO_MEM, () -> Window.allocateShared(own, 1, info(), comm));
            }
            Window win = Window.allocate(64, 1, info(), comm);
            win.fence(0);
            win.put(ints(comm.rank()), 1 - comm.rank(), 0, 1, INT);
            win.fence(0);
            assertEquals(1 - comm.rank(), win.base().getInt(0));
            win.free();
        });
    }

    @Test
    void aFenceWhoseAccessHasFailedEndsAtAllRanks() {
        run(3, comm -> {
            int[] memory = new int[1];
            Window win = Window.createDynamic(info(), comm);
            long at = win.attach(new UserBuffer(memory, 0, 1, null));
            win.fence(0);
            if (comm.rank() == 0)
                refused(ErrorClass.RMA_RANGE, () -> {
                    try {
                        win.put(ints(1), 1, at + 1, 1, INT);
                    } finally {
                        win.fence(0);
                    }
                });
            else win.fence(0);
            win.put(ints(comm.rank()), (comm.rank() + 1) % 3, at, 1, INT);
            win.fence(0);
            assertEquals((comm.rank() + 2) % 3, memory[0]);
            win.free();
        });
    }

    @Test
    void wrongArgumentsAreRefusedWithTheirValues() {
        run(2, comm -> {
            refused(ErrorClass.DISP, () -> Window.create(new UserBuffer(new int[1], 0, 1, null), 0, null, comm));
            refused(ErrorClass.SIZE, () -> Window.create(new UserBuffer(new int[1], 0, -1, null), 1, null, comm));
            refused(ErrorClass.SIZE, () -> Window.allocate(-1, 1, null, comm));
            refused(ErrorClass.BUFFER, () -> Window.create(new UserBuffer(null, 0, 1, null), 1, null, comm));
            refused(ErrorClass.SIZE, () -> Window.create(new UserBuffer(new int[1], 0, 2, null), 1, null, comm));
            refused(ErrorClass.SIZE, () -> Window.create(new UserBuffer(new int[3], 1, 3, null), 1, null, comm));
            UserBuffer absurd = new UserBuffer(ByteBuffer.allocate(8), 4, Long.MAX_VALUE, null);
            refused(ErrorClass.SIZE, () -> Window.create(absurd, 1, null, comm));
            refused(ErrorClass.ARG, () -> Window.create(new UserBuffer(new int[1], 2, 1, null), 1, null, comm));
            refused(ErrorClass.TYPE, () -> Window.create(new UserBuffer(new String[1], 0, 1, null), 1, null, comm));
            Window win = Window.create(new UserBuffer(new int[4], 0, 4, null), 2, info(), comm);
            win.lockAll(0);
            int peer = 1 - comm.rank();
            refused(ErrorClass.RANK, () -> win.put(ints(1), 2, 0, 1, INT));
            refused(ErrorClass.RMA_RANGE, () -> win.put(ints(1), peer, 2, 1, INT));
            refused(ErrorClass.RMA_RANGE, () -> win.put(ints(1), peer, -1, 1, INT));
            refused(ErrorClass.RMA_RANGE, () -> win.get(ints(1, 2), peer, Long.MAX_VALUE, 2, INT));
            refused(ErrorClass.COUNT, () -> win.put(ints(1), peer, 0, 2, INT));
            refused(ErrorClass.COUNT, () -> win.put(ints(1), peer, 0, -1, INT));
            refused(ErrorClass.TYPE, () -> win.put(new UserBuffer(new byte[1], 0, 1, BYTE), peer, 0, 1, BYTE));
            refused(ErrorClass.TYPE, () -> win.put(ints(1), peer, 0, 1, null));
            refused(ErrorClass.OP, () -> win.accumulate(ints(1), peer, 0, 1, INT, null));
            refused(ErrorClass.OP, () -> win.accumulate(ints(1), peer, 0, 1, INT, OpHandle.of("mine", true)));
            refused(ErrorClass.OP, () -> win.accumulate(ints(1), peer, 0, 1, INT, op(Predefined.NO_OP)));
            refused(ErrorClass.OP, () -> win.accumulate(ints(1), peer, 0, 1, INT, op(Predefined.MINLOC)));
            UserBuffer real = new UserBuffer(new double[1], 0, 1, DOUBLE);
            refused(ErrorClass.TYPE, () -> win.compareAndSwap(real, real, real, peer, 0));
            win.unlockAll();
            refused(ErrorClass.LOCKTYPE, () -> win.lock(3, peer, 0));
            refused(ErrorClass.ASSERT, () -> win.lock(Window.LOCK_SHARED, peer, Window.MODE_NOPUT));
            refused(ErrorClass.ASSERT, () -> win.fence(Window.MODE_NOCHECK));
            refused(ErrorClass.RANK, () -> win.lock(Window.LOCK_SHARED, 7, 0));
            win.free();
            refused(ErrorClass.WIN, win::free);
            refused(ErrorClass.WIN, () -> win.fence(0));
        });
    }

    @Test
    void wrongEpochsAreRefused() {
        run(2, comm -> {
            int[] memory = new int[1];
            Window win = over(memory, 1, comm);
            int peer = 1 - comm.rank();
            refused(ErrorClass.RMA_SYNC, () -> win.put(ints(1), peer, 0, 1, INT));
            refused(ErrorClass.RMA_SYNC, () -> win.unlock(peer));
            refused(ErrorClass.RMA_SYNC, win::unlockAll);
            refused(ErrorClass.RMA_SYNC, win::complete);
            refused(ErrorClass.RMA_SYNC, win::await);
            refused(ErrorClass.RMA_SYNC, win::test);
            refused(ErrorClass.RMA_SYNC, () -> win.flush(peer));
            refused(ErrorClass.RMA_SYNC, win::flushAll);
            win.lock(Window.LOCK_SHARED, peer, 0);
            refused(ErrorClass.RMA_SYNC, () -> win.lock(Window.LOCK_SHARED, peer, 0));
            refused(ErrorClass.RMA_SYNC, () -> win.lockAll(0));
            refused(ErrorClass.RMA_SYNC, () -> win.fence(0));
            refused(ErrorClass.RMA_SYNC, () -> win.start(comm.group(), 0));
            refused(ErrorClass.RMA_SYNC, () -> win.put(ints(1), comm.rank(), 0, 1, INT));
            refused(ErrorClass.RMA_SYNC, win::free);
            win.unlock(peer);
            win.fence(0);
            win.put(ints(1), peer, 0, 1, INT);
            refused(ErrorClass.RMA_SYNC, () -> win.lock(Window.LOCK_SHARED, peer, 0));
            refused(ErrorClass.RMA_SYNC, win::free);
            win.fence(0);
            win.post(of(comm, peer), 0);
            refused(ErrorClass.RMA_SYNC, () -> win.post(of(comm, peer), 0));
            refused(ErrorClass.RMA_SYNC, win::free);
            win.start(of(comm, peer), 0);
            refused(ErrorClass.RMA_SYNC, () -> win.put(ints(1), comm.rank(), 0, 1, INT));
            win.complete();
            win.await();
            win.free();
        });
    }

    @Test
    void aWindowHasNameInfoAndAttributes() {
        run(2, comm -> {
            Info hints = info();
            hints.set("no_locks", "false");
            hints.set("unknown", "true");
            int[] memory = new int[1];
            Window win = Window.create(new UserBuffer(memory, 0, 1, null), 1, hints, comm);
            assertEquals("", win.name());
            win.name("halo");
            assertEquals("halo", win.name());
            assertEquals("false", win.info().get("no_locks"));
            assertEquals(null, win.info().get("unknown"));
            assertTrue(memory == win.attributes().get(Window.BASE_KEY));
            assertEquals(2, win.group().size());
            assertNotNull(win.errorHandler());
            win.sync();
            assertFalse(win.isFreed());
            win.free();
            over(null, 0, comm).free();
        });
    }

    // ---- deaths ----

    /** Has a rank find that another one has been killed. */
    private static void lose(Communicator comm, int rank) {
        comm.process().engine().frames().onPeerLost(rank, new IllegalStateException("killed"));
    }

    @Test
    void theDeathOfALocksHolderFailsThoseWhoWait() {
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(2);
        run(3, comm -> {
            int[] memory = new int[1];
            Window win = over(memory, 1, comm);
            if (comm.rank() == 2) {
                win.lock(Window.LOCK_EXCLUSIVE, 0, 0);
                locked.countDown();
                over.await();
                return;
            }
            locked.await();
            if (comm.rank() == 1) {
                refused(ErrorClass.PROC_FAILED, () -> win.lock(Window.LOCK_SHARED, 0, 0));
                lose(comm, 2);
                // The lock is free now.
                win.lock(Window.LOCK_SHARED, 0, 0);
                win.put(ints(3), 0, 0, 1, INT);
                win.unlock(0);
                refused(ErrorClass.PROC_FAILED, () -> win.lock(Window.LOCK_SHARED, 2, 0));
                refused(ErrorClass.PROC_FAILED, () -> win.lockAll(0));
                over.countDown();
                over.await();
                win.free();
            } else {
                while (!win.exposure.locks.isAwaited()) Thread.onSpinWait();
                lose(comm, 2);
                over.countDown();
                over.await();
                assertEquals(3, memory[0]);
                win.free();
            }
        });
    }

    @Test
    void epochsWithADeadRankFail() {
        CountDownLatch made = new CountDownLatch(3);
        CountDownLatch over = new CountDownLatch(2);
        run(3, comm -> {
            Window win = over(new int[1], 1, comm);
            made.countDown();
            made.await();
            if (comm.rank() == 2) {
                over.await();
                return;
            }
            if (comm.rank() == 0) win.post(of(comm, 2), 0);
            lose(comm, 2);
            if (comm.rank() == 0) refused(ErrorClass.PROC_FAILED, win::await);
            else refused(ErrorClass.PROC_FAILED, () -> win.start(of(comm, 2), 0));
            refused(ErrorClass.PROC_FAILED, () -> win.fence(0));
            win.lock(Window.LOCK_SHARED, 1 - comm.rank(), 0);
            win.put(ints(1), 1 - comm.rank(), 0, 1, INT);
            win.unlock(1 - comm.rank());
            over.countDown();
            over.await();
            win.free();
        });
    }

    @Test
    void anEpochThatHasFailedGoesOnAtTheOriginsThatAreLeft() {
        CountDownLatch made = new CountDownLatch(3);
        CountDownLatch exposed = new CountDownLatch(1);
        CountDownLatch completed = new CountDownLatch(1);
        CountDownLatch looked = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(2);
        run(3, comm -> {
            int[] memory = new int[1];
            Window win = over(memory, 1, comm);
            made.countDown();
            made.await();
            if (comm.rank() == 2) {
                over.await();
                return;
            }
            if (comm.rank() == 0) {
                win.post(of(comm, 1, 2), 0);
                lose(comm, 2);
                refused(ErrorClass.PROC_FAILED, win::await);
                win.post(of(comm, 1), 0);
                exposed.countDown();
                completed.await();
                // The origin has completed the first epoch alone.
                assertFalse(win.test());
                looked.countDown();
                win.await();
                assertEquals(5, memory[0]);
            } else {
                win.start(of(comm, 0), 0);
                exposed.await();
                win.complete();
                completed.countDown();
                looked.await();
                win.start(of(comm, 0), 0);
                win.put(ints(5), 0, 0, 1, INT);
                win.complete();
                lose(comm, 2);
            }
            over.countDown();
            over.await();
            win.free();
        });
    }

    @Test
    void theEndOfAWindowFailsThoseWhoWaitForItsLock() {
        CountDownLatch made = new CountDownLatch(4);
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch freed = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(3);
        run(4, comm -> {
            Window win = over(new int[1], 1, comm);
            made.countDown();
            made.await();
            if (comm.rank() == 3) {
                over.await();
                return;
            }
            if (comm.rank() == 0) {
                while (!win.exposure.locks.isAwaited()) Thread.onSpinWait();
                lose(comm, 3);
                win.free();
                freed.countDown();
            } else if (comm.rank() == 1) {
                win.lock(Window.LOCK_EXCLUSIVE, 0, 0);
                locked.countDown();
                freed.await();
                refused(ErrorClass.WIN, () -> win.unlock(0));
            } else {
                locked.await();
                refused(ErrorClass.WIN, () -> win.lock(Window.LOCK_SHARED, 0, 0));
                freed.await();
                refused(ErrorClass.WIN, () -> win.lock(Window.LOCK_SHARED, 0, 0));
            }
            over.countDown();
            over.await();
            if (comm.rank() == 0) return;
            lose(comm, 3);
            win.free();
        });
    }

    @Test
    void aRevokedWindowIsOfNoMoreUse() {
        CountDownLatch made = new CountDownLatch(2);
        run(2, comm -> {
            Window win = over(new int[1], 1, comm);
            made.countDown();
            made.await();
            if (comm.rank() == 0) win.revoke();
            // The other rank waits for a rank that does not come.
            else refused(ErrorClass.REVOKED, () -> win.start(of(comm, 0), 0));
            assertTrue(win.isRevoked());
            refused(ErrorClass.REVOKED, () -> win.lock(Window.LOCK_SHARED, 0, 0));
            refused(ErrorClass.REVOKED, () -> win.fence(0));
            assertEquals(0, win.failed().size());
            win.free();
        });
    }

    @Test
    void theDeathOfARankInAnAccumulateFailsOneWhoWaits() {
        CountDownLatch made = new CountDownLatch(3);
        CountDownLatch dead = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(2);
        run(3, comm -> {
            long[] memory = new long[1];
            Window win = over(memory, 1, comm);
            made.countDown();
            made.await();
            if (comm.rank() == 2) {
                over.await();
                return;
            }
            if (comm.rank() == 0) {
                win.exposure.memory.lock(comm.process().engine(), 2);
                dead.countDown();
            }
            dead.await();
            lose(comm, 2);
            if (comm.rank() == 1) {
                UserBuffer one = new UserBuffer(new long[] {1}, 0, 1, LONG);
                win.lock(Window.LOCK_SHARED, 0, 0);
                refused(ErrorClass.PROC_FAILED, () -> {
                    win.accumulate(one, 0, 0, 1, LONG, op(Predefined.SUM));
                    win.flush(0);
                });
                win.accumulate(one, 0, 0, 1, LONG, op(Predefined.SUM));
                win.unlock(0);
            }
            over.countDown();
            over.await();
            if (comm.rank() == 0) assertEquals(1, memory[0]);
            win.free();
        });
    }
}
