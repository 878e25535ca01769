package org.jmpi.transport.rmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jmpi.comm.transport.CloseContract;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Letter;
import org.jmpi.comm.transport.TestRank;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;
import org.junit.jupiter.api.Test;

/** Remote calls answer every frame when they end. */
class RmiCloseTest extends CloseContract {
    @Override
    protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return new RmiTransportProvider().open(site, handler);
    }

    /** What the sending threads have packed is answered by them. */
    @Override
    protected boolean answersLater() {
        return true;
    }

    @Override
    protected Class<? extends Exception> failure() {
        return IOException.class;
    }

    /** The rank that departs last takes the other one's departure in a call, and stays until it has been answered. */
    @Test
    void aDepartureThatIsAnsweredLateIsNoLoss() throws Exception {
        CountDownLatch taking = new CountDownLatch(1);
        CountDownLatch take = new CountDownLatch(1);
        CountDownLatch failing = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        try (TestWorld world = TestWorld.driven(this::open, 2)) {
            world.rank(1).to(0).send(Letter.of(0, 0));
            world.rank(0).nextArrival(1);
            world.rank(1).onHeader(arrival -> {
                taking.countDown();
                await(take);
            });
            world.rank(0).to(1).send(Letter.of(2, 0));
            taking.await();
            // Queued while the call with the first frame lasts: the departure of rank 1 fails it.
            world.rank(0).to(1).send(new LateFailure(failing, answer));
            Thread first = started(() -> world.depart(1));
            failing.await();
            Thread sending = running("jmpi-rmi-0-to-1");
            take.countDown();
            // From here on rank 0 has nothing to wait for but the answer to the departure.
            sending.join();
            Thread last = started(() -> world.depart(0));
            while (last.getState() != Thread.State.TIMED_WAITING && last.isAlive()) Thread.onSpinWait();
            answer.countDown();
            first.join();
            last.join();
            assertInstanceOf(TestRank.Departed.class, world.rank(0).next(1));
            assertEquals(2, world.rank(1).nextArrival(0).number());
            assertEquals(List.of(), world.rank(1).others(0));
        }
    }

    /** A rank may have nothing left to do once it has the one frame that it was ever sent. */
    @Test
    void whoLeavesWithItsFirstFrameSaysThatItDeparts() throws Exception {
        CountDownLatch taking = new CountDownLatch(1);
        CountDownLatch take = new CountDownLatch(1);
        try (TestWorld world = TestWorld.driven(this::open, 2)) {
            world.rank(1).onHeader(arrival -> {
                taking.countDown();
                await(take);
            });
            world.rank(0).to(1).send(Letter.of(2, 0));
            taking.await();
            Thread first = started(() -> world.depart(1));
            while (first.getState() != Thread.State.TIMED_WAITING && first.isAlive()) Thread.onSpinWait();
            take.countDown();
            first.join();
            assertInstanceOf(TestRank.Departed.class, world.rank(0).next(1));
            assertEquals(2, world.rank(1).nextArrival(0).number());
        }
    }

    private static Thread running(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name))
                .findAny()
                .orElseThrow();
    }

    private static Thread started(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        return thread;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    /** A frame that keeps the thread which fails it. */
    private static final class LateFailure extends Letter {
        private final CountDownLatch failing;
        private final CountDownLatch end;

        LateFailure(CountDownLatch failing, CountDownLatch end) {
            super(PLAIN, 1, null);
            this.failing = failing;
            this.end = end;
        }

        @Override
        public void failed(Throwable cause) {
            failing.countDown();
            await(end);
            super.failed(cause);
        }
    }
}
