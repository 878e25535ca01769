package org.jmpi.comm.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jmpi.comm.coll.Barrier;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Predefined;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Reads by frames whose answers come late: the target is in an accumulate, for which it needs a lock of its memory that
 * a test holds.
 */
@Timeout(60)
class WindowReadsTest extends WindowFixture {
    WindowReadsTest() {
        super("threads", true, false);
    }

    private static void hold(Window win, Communicator comm) {
        win.exposure.memory.lock(comm.process().engine(), comm.rank());
    }

    /** Returns when so many threads of a rank wait in a call, or one of them has ended. */
    private static void awaitBlocked(Communicator comm, String call, int number, Thread... threads) {
        while (true) {
            long blocked = comm.process().engine().leader().waits().stream()
                    .filter(wait -> call.equals(wait.call()))
                    .count();
            if (blocked == number) return;
            for (Thread thread : threads) if (!thread.isAlive()) return;
            Thread.onSpinWait();
        }
    }

    private static Thread started(Runnable body) {
        Thread thread = new Thread(body);
        thread.start();
        return thread;
    }

    private static void fetch(Window win, UserBuffer result) {
        win.getAccumulate(ints(1), result, 0, 0, 1, INT, op(Predefined.SUM));
    }

    @Test
    void aFlushWaitsForTheAccessesThatTheFlushOfAnotherThreadCompletes() {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch flushing = new CountDownLatch(1);
        run(2, comm -> {
            Window win = over(new int[] {7}, 1, comm);
            if (comm.rank() == 0) {
                hold(win, comm);
                held.countDown();
                flushing.await();
                win.exposure.memory.unlock();
            } else {
                held.await();
                int[] got = new int[1];
                win.lockAll(0);
                fetch(win, ints(got));
                Thread first = started(() -> win.flush(0));
                awaitBlocked(comm, "Win.Flush", 1, first);
                Thread second = started(() -> win.flush(0));
                awaitBlocked(comm, "Win.Flush", 2, first, second);
                assertTrue(first.isAlive(), "the first flush has ended");
                assertTrue(second.isAlive(), "the second flush has ended");
                flushing.countDown();
                second.join();
                assertEquals(7, got[0]);
                first.join();
                win.unlockAll();
            }
            win.free();
        });
    }

    /** A read that fails. */
    private interface Read {
        void into(UserBuffer result, Window win);
    }

    private static void barrier(Communicator comm) {
        comm.collectives().run("Barrier", Barrier::run);
    }

    /** Revokes a window while a rank reads; the answer comes after that. */
    private void revokeDuring(String call, Read read) {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch failed = new CountDownLatch(1);
        AtomicReference<Communicator> reader = new AtomicReference<>();
        run(3, comm -> {
            int[] memory = {7};
            Window win = over(memory, 1, comm);
            if (comm.rank() == 0) {
                hold(win, comm);
                held.countDown();
                failed.await();
                win.exposure.memory.unlock();
            }
            int[] got = new int[1];
            if (comm.rank() == 1) {
                held.await();
                win.lockAll(0);
                reader.set(comm);
                refused(ErrorClass.REVOKED, () -> read.into(ints(got), win));
                got[0] = -1;
                failed.countDown();
            }
            if (comm.rank() == 2) {
                while (reader.get() == null) Thread.onSpinWait();
                awaitBlocked(reader.get(), call, 1);
                win.revoke();
            }
            // Rank 0 takes the messages of the first barrier after it has answered, and sends those of the second.
            barrier(comm);
            barrier(comm);
            if (comm.rank() == 0) assertEquals(8, memory[0]);
            if (comm.rank() == 1) assertEquals(-1, got[0]);
            win.free();
        });
    }

    @Test
    void noReadIsWrittenAfterItsFlushHasFailed() {
        revokeDuring("Win.Flush", (result, win) -> {
            fetch(win, result);
            win.flush(0);
        });
    }

    @Test
    void noReadIsWrittenAfterItsRequestHasFailed() {
        revokeDuring(
                "Wait",
                (result, win) -> win.rgetAccumulate(ints(1), result, 0, 0, 1, INT, op(Predefined.SUM))
                        .await(BINDING));
    }
}
