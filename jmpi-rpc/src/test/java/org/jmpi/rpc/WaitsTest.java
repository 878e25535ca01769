package org.jmpi.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.Jmpi;
import org.jmpi.RunStoppedException;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.control.BlockedCall;
import org.jmpi.comm.report.BlockedCalls;
import org.jmpi.world.CurrentWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What reports say of calls that wait, and how far a flood of calls gets. */
@Timeout(60)
class WaitsTest {
    interface Account {
        int balance(int of) throws InterruptedException;

        CompletableFuture<Integer> later();

        @Atomic
        void transfer(GlobalRef<Account> to) throws Exception;

        @Atomic
        void deposit();

        @Atomic
        @OneWay
        void note(byte[] ballast);
    }

    static class Book implements Account {
        final CountDownLatch open = new CountDownLatch(1);
        final CompletableFuture<Integer> answer = new CompletableFuture<>();
        final AtomicInteger notes = new AtomicInteger();
        private final CyclicBarrier both;

        Book(CyclicBarrier both) {
            this.both = both;
        }

        @Override
        public int balance(int of) throws InterruptedException {
            if (!open.await(20, TimeUnit.SECONDS)) throw new IllegalStateException("not opened");
            return of;
        }

        @Override
        public CompletableFuture<Integer> later() {
            return answer;
        }

        @Override
        public void transfer(GlobalRef<Account> to) throws Exception {
            both.await();
            to.get().deposit();
        }

        @Override
        public void deposit() {
            notes.incrementAndGet();
        }

        @Override
        public void note(byte[] ballast) {
            try {
                balance(0);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            notes.incrementAndGet();
        }
    }

    /** Returns the call in which a rank waits, and for whom, once its name has a part. */
    private static String waiting(BlockedCalls calls, String part) {
        while (true) {
            for (BlockedCall each : calls.now())
                if (each.call().contains(part)) return each.call() + " " + each.awaited();
            Thread.onSpinWait();
        }
    }

    private static BlockedCalls calls(ObjectSpace space) {
        Process process = CurrentWorld.get().process();
        return new BlockedCalls(space.rank(), space.size(), process);
    }

    @Test
    void aReportNamesTheCallThatARankWaitsFor() {
        Book book = new Book(null);
        String[] reports = new String[2];
        CompletableFuture<BlockedCalls> waiter = new CompletableFuture<>();
        Ranks.run("threads", 2, space -> {
            Account account = space.exportAll(Account.class, book).get(1).get();
            if (space.rank() == 0) {
                waiter.complete(calls(space));
                assertEquals(7, account.balance(7));
                assertEquals(8, space.await(account.later()));
            } else {
                reports[0] = waiting(waiter.get(), "balance");
                book.open.countDown();
                reports[1] = waiting(waiter.get(), "later");
                book.answer.complete(8);
            }
        });
        assertEquals("Account.balance(int) of object -1 on rank 1 [1]", reports[0]);
        assertEquals("Account.later() of object -1 on rank 1 [1]", reports[1]);
    }

    /** A second thread of the rank waits for the turn; the first one holds the object, and waits or does not. */
    @Test
    void aWaitForATurnIsNoDeadlockWhileTheObjectsMethodRuns() {
        Book book = new Book(null);
        Ranks.first("threads", 2, space -> {
            Account account = space.export(Account.class, book).get();
            account.note(new byte[0]);
            Thread second = new Thread(account::deposit);
            BlockedCalls calls = calls(space);
            second.start();
            assertEquals("Account.deposit() of object 1 on rank 0 []", waiting(calls, "deposit"));
            book.open.countDown();
            second.join();
            assertEquals(2, book.notes.get());
        });
    }

    @Test
    void twoChainsThatWantTwoAtomicObjectsAreADeadlock() {
        CyclicBarrier both = new CyclicBarrier(2);
        RunStoppedException stop = assertThrows(
                RunStoppedException.class,
                () -> Jmpi.call(2, Duration.ofMillis(1500), "threads", () -> {
                    ObjectSpace space = ObjectSpace.open();
                    List<GlobalRef<Account>> all = space.exportAll(Account.class, new Book(both));
                    all.get(space.rank()).get().transfer(all.get(1 - space.rank()));
                    return null;
                }));
        assertTrue(
                stop.getMessage()
                        .contains("deadlock: rank 0 in Account.deposit() of object -1 on rank 1 waits for rank 1 in"
                                + " Account.deposit() of object -1 on rank 0 waits for rank 0"),
                stop.getMessage());
    }

    /** A call takes memory at both ranks until it begins: so the caller waits, whatever the callee does. */
    @Test
    void aFloodOfOneWayCallsWaitsAtItsSender() {
        int calls = 60;
        Book book = new Book(null);
        AtomicInteger sent = new AtomicInteger();
        int[] first = new int[1];
        CompletableFuture<BlockedCalls> sender = new CompletableFuture<>();
        Ranks.run("threads", 2, space -> {
            Account account = space.exportAll(Account.class, book).get(1).get();
            if (space.rank() == 0) {
                account.deposit();
                sender.complete(calls(space));
                for (; sent.get() < calls; sent.incrementAndGet()) account.note(new byte[100_000]);
                account.deposit();
                assertEquals(calls + 2, book.notes.get());
            } else {
                while (first[0] < 5) {
                    waiting(sender.get(), "Peer.send(a frame of layer jmpi.rpc)");
                    first[0] = sent.get();
                }
                book.open.countDown();
            }
        });
        assertTrue(first[0] < 30, "sent=" + first[0]);
    }
}
