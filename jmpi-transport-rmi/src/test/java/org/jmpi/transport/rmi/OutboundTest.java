package org.jmpi.transport.rmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.rmi.RemoteException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Letter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One call at a time goes to a peer, made by a thread that waits or by the thread of the peer. */
@Timeout(20)
class OutboundTest {
    private static final int RANK = 3;

    private final CountDownLatch over = new CountDownLatch(1);
    private final Stub stub = new Stub();
    private final Outbound outbound = new Outbound(new Peer(), RANK, "outbound");

    /** A call: its number, or -1 for the departure, the bytes, and the thread that made it. */
    private record Call(int sequence, int bytes, Thread thread) {}

    /** A peer that takes calls and returns from each when the test permits it. */
    private static final class Stub implements CommunicationLayer {
        private final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
        private final Semaphore returns = new Semaphore(0);
        private volatile boolean fails;

        @Override
        public void put(int from, int sequence, byte[] frames) throws RemoteException {
            assertEquals(RANK, from);
            take(new Call(sequence, frames.length, Thread.currentThread()));
        }

        @Override
        public void depart(int from) throws RemoteException {
            assertEquals(RANK, from);
            take(new Call(-1, 0, Thread.currentThread()));
        }

        private void take(Call call) throws RemoteException {
            calls.add(call);
            try {
                returns.acquire();
            } catch (InterruptedException e) {
                throw new RemoteException("interrupted by the limit of the test", e);
            }
            if (fails) throw new RemoteException("refused by the test");
        }
    }

    private final class Peer implements Outbound.Owner {
        @Override
        public CommunicationLayer reach() {
            return stub;
        }

        @Override
        public void broken(Throwable cause) {
            outbound.fail(cause);
        }

        @Override
        public void over() {
            over.countDown();
        }
    }

    /** Opens the connection by the first, empty call. */
    private Call connect() throws InterruptedException {
        outbound.start();
        Call first = stub.calls.take();
        stub.returns.release();
        return first;
    }

    @AfterEach
    void end() throws InterruptedException {
        outbound.fail(new IOException("the end of the test"));
        stub.returns.release(1000);
        over.await();
    }

    @Test
    void theFirstCallOpensTheConnection() throws Exception {
        Call first = connect();
        assertEquals(0, first.sequence());
        assertEquals(0, first.bytes());
        assertEquals("outbound", first.thread().getName());
    }

    @Test
    void framesThatAreQueuedDuringACallShareTheNextOne() throws Exception {
        outbound.start();
        stub.calls.take();
        for (int i = 0; i < 10; i++) outbound.send(Letter.of(i, 10));
        assertFalse(outbound.help(), "two calls at the same time");
        stub.returns.release(2);
        Call next = stub.calls.take();
        assertEquals(1, next.sequence());
        assertEquals(10 * (Frame.HEADER_BYTES + 10), next.bytes());
    }

    @Test
    void aThreadThatWaitsMakesCalls() throws Exception {
        connect();
        stub.returns.release(100_000);
        // The thread of the peer may be faster, but not every time: it leaves frames alone for a while.
        for (boolean helped = false; !helped; ) {
            outbound.send(Letter.of(1, 10));
            helped = outbound.help();
            Call call = stub.calls.take();
            assertEquals(helped, call.thread() == Thread.currentThread());
        }
    }

    @Test
    void theThreadOfThePeerMakesTheCallIfNobodyWaits() throws Exception {
        connect();
        for (int i = 0; i < 100; i++) {
            stub.returns.release();
            outbound.send(Letter.of(i, 10));
            assertEquals("outbound", stub.calls.take().thread().getName());
        }
    }

    @Test
    void aProbeIsAnEmptyCall() throws Exception {
        connect();
        outbound.probe();
        Call probe = stub.calls.take();
        assertEquals(1, probe.sequence());
        assertEquals(0, probe.bytes());
    }

    @Test
    void theDepartureIsTheLastCall() throws Exception {
        outbound.start();
        stub.calls.take();
        outbound.send(Letter.of(1, 3 << 20));
        outbound.depart();
        stub.returns.release(100);
        over.await();
        for (int sequence = 1; sequence <= 3; sequence++)
            assertEquals(sequence, stub.calls.take().sequence());
        assertEquals(-1, stub.calls.take().sequence());
        assertTrue(stub.calls.isEmpty());
    }

    @Test
    void aCallThatFailsFailsAllFrames() throws Exception {
        outbound.start();
        stub.calls.take();
        Letter queued = Letter.of(1, 10);
        outbound.send(queued);
        stub.fails = true;
        stub.returns.release();
        Throwable cause =
                assertThrows(ExecutionException.class, queued::awaitSent).getCause();
        assertEquals("refused by the test", cause.getMessage());
        Letter late = Letter.of(2, 10);
        outbound.send(late);
        assertSame(
                cause, assertThrows(ExecutionException.class, late::awaitSent).getCause());
    }
}
