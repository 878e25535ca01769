package org.jmpi.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.report.BlockedCalls;
import org.jmpi.comm.report.StateReport;
import org.jmpi.world.CurrentWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reports name the calls that wait, and a flood of calls waits at its sender. */
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

    /** Returns when a rank waits in a call, for some ranks. */
    private static void awaitReport(BlockedCalls calls, String call, Integer... awaited) {
        while (calls.now().stream()
                .noneMatch(each -> each.call().equals(call) && each.awaited().equals(List.of(awaited))))
            Thread.onSpinWait();
    }

    private static BlockedCalls calls(ObjectSpace space) {
        Process process = CurrentWorld.get().process();
        return new BlockedCalls(space.rank(), space.size(), process);
    }

    @Test
    void aReportNamesTheCallThatARankWaitsFor() {
        Book book = new Book(null);
        CompletableFuture<BlockedCalls> waiter = new CompletableFuture<>();
        Ranks.run("threads", 2, space -> {
            Account account = space.exportAll(Account.class, book).get(1).get();
            if (space.rank() == 0) {
                waiter.complete(calls(space));
                assertEquals(7, account.balance(7));
                assertEquals(8, space.await(account.later()));
            } else {
                // It runs at rank 1: this is no deadlock, for whatever the program of rank 1 waits.
                awaitReport(waiter.get(), "Account.balance(int) of object -1 on rank 1");
                book.open.countDown();
                awaitReport(waiter.get(), "Account.later() of object -1 on rank 1", 1);
                book.answer.complete(8);
            }
        });
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
            awaitReport(calls, "Account.deposit() of object 1 on rank 0");
            book.open.countDown();
            second.join();
            assertEquals(2, book.notes.get());
        });
    }

    /** Rank 2 looks on, and ends the others. */
    @Test
    void twoChainsThatWantTwoAtomicObjectsAreADeadlock() {
        CyclicBarrier both = new CyclicBarrier(2);
        BlockedCalls[] calls = new BlockedCalls[3];
        AssertionError seen = assertThrows(
                AssertionError.class,
                () -> Ranks.run("threads", 3, space -> {
                    calls[space.rank()] = calls(space);
                    List<GlobalRef<Account>> all = space.exportAll(Account.class, new Book(both));
                    if (space.rank() == 2) throw new AssertionError(deadlock(calls));
                    all.get(space.rank()).get().transfer(all.get(1 - space.rank()));
                }));
        assertEquals(
                "deadlock: rank 0 in Account.deposit() of object -1 on rank 1 waits for rank 1 in Account.deposit() of"
                        + " object -1 on rank 0 waits for rank 0",
                seen.getMessage());
    }

    private static String deadlock(BlockedCalls... calls) {
        while (true) {
            StateReport report = new StateReport(calls.length);
            for (BlockedCalls each : calls) report.addCalls(each.now(), 0);
            for (String line : report.diagnosis()) if (line.startsWith("deadlock")) return line;
            Thread.onSpinWait();
        }
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
                    awaitReport(sender.get(), "Peer.send(a frame of layer jmpi.rpc)", 1);
                    first[0] = sent.get();
                }
                book.open.countDown();
            }
        });
        assertTrue(first[0] < 30, "sent=" + first[0]);
    }
}
