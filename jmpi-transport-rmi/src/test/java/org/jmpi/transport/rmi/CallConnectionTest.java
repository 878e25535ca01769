package org.jmpi.transport.rmi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jmpi.comm.transport.Bytes;
import org.jmpi.comm.transport.Letter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that the JDK's RMI takes and answers. */
@Timeout(60)
class CallConnectionTest {
    private static final int LIMIT_MS = 30_000;

    private final Taker taker = new Taker();
    private ServerSocket listener;
    private CommunicationLayer stub;
    private CallSocket socket;

    @BeforeEach
    void export() throws IOException {
        listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        stub = (CommunicationLayer) UnicastRemoteObject.exportObject(
                taker, listener.getLocalPort(), new ClientSockets(null), port -> listener);
        RmiRuntime.letJvmEnd();
    }

    @AfterEach
    void unexport() throws IOException {
        taker.take.countDown();
        if (socket != null) socket.close();
        UnicastRemoteObject.unexportObject(taker, true);
        listener.close();
    }

    private CallConnection connect(int port) throws IOException {
        socket = new ConnectedSocket(false, closed -> {});
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return new CallConnection(stub, socket, LIMIT_MS);
    }

    private CallConnection connect() throws IOException {
        return connect(listener.getLocalPort());
    }

    /** The exported object: keeps what it gets, and throws what it is told. */
    private static final class Taker extends BatchReceiver {
        private final BlockingQueue<byte[]> taken = new LinkedBlockingQueue<>();
        private final CountDownLatch take = new CountDownLatch(1);
        private volatile boolean waits;
        private volatile Throwable failure;

        @Override
        void take(ByteBuffer batch) throws RemoteException {
            byte[] bytes = new byte[batch.remaining()];
            batch.get(bytes);
            boolean lasts = waits;
            taken.add(bytes);
            if (lasts) await();
            if (failure instanceof RemoteException) throw (RemoteException) failure;
            if (failure instanceof RuntimeException) throw (RuntimeException) failure;
            if (failure instanceof Error) throw (Error) failure;
        }

        private void await() {
            try {
                take.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        byte[] next() throws InterruptedException {
            return taken.poll(LIMIT_MS, TimeUnit.MILLISECONDS);
        }
    }

    // ---- Calls ----

    static IntStream lengths() {
        return IntStream.concat(IntStream.rangeClosed(0, 70), IntStream.of(1000, 65_535, 65_536, BatchLayout.LONGEST));
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void aBatchOfEachLengthArrivesAsItWas(int length) throws Exception {
        CallConnection connection = connect();
        for (int seed = 1; seed < 4; seed++) {
            byte[] batch = Bytes.pattern(length + 9, seed);
            connection.put(batch, length);
            assertArrayEquals(Arrays.copyOf(batch, length), taker.next());
        }
        connection.awaitAnswer();
        assertFalse(connection.isUnanswered());
    }

    @Test
    void theAnswerIsWaitedForBeforeTheNextCall() throws Exception {
        taker.waits = true;
        CallConnection connection = connect();
        connection.put(new byte[8], 8);
        assertTrue(connection.isUnanswered());
        assertFalse(connection.isAnswerHere());
        assertArrayEquals(new byte[8], taker.next());
        socket.setSoTimeout(100);
        RemoteException late = assertThrows(RemoteException.class, () -> connection.put(new byte[9], 9));
        assertInstanceOf(SocketTimeoutException.class, late.getCause());
    }

    @Test
    void anAnswerIsSeenBeforeItIsRead() throws Exception {
        CallConnection connection = connect();
        assertTrue(connection.isAnswerHere());
        connection.put(new byte[8], 8);
        while (!connection.isAnswerHere()) Thread.onSpinWait();
        assertTrue(connection.isUnanswered());
        connection.awaitAnswer();
        assertTrue(connection.isAnswerHere());
    }

    // ---- Failures ----

    @Test
    void whatThePeerThrowsIsThrownByTheNextCall() throws Exception {
        CallConnection connection = connect();
        for (Throwable failure : new Throwable[] {
            new RemoteException("full"), new IllegalStateException("full"), new AssertionError("full")
        }) {
            taker.failure = failure;
            connection.put(new byte[100], 100);
            RemoteException thrown = assertThrows(RemoteException.class, () -> connection.put(new byte[8], 8));
            assertTrue(chain(thrown).contains("full"), chain(thrown));
            assertArrayEquals(new byte[100], taker.next());
            assertNull(taker.taken.peek());
        }
        taker.failure = null;
        connection.put(new byte[8], 8);
        connection.awaitAnswer();
    }

    @SuppressWarnings("serial")
    private static final class OfNobodyElse extends RuntimeException {}

    @Test
    void whatIsThrownIsNotMadeOfOtherClasses() throws Exception {
        taker.failure = new OfNobodyElse();
        CallConnection connection = connect();
        connection.put(new byte[8], 8);
        RemoteException thrown = assertThrows(RemoteException.class, connection::awaitAnswer);
        assertTrue(chain(thrown).contains("REJECTED"), chain(thrown));
    }

    private static String chain(Throwable thrown) {
        StringBuilder text = new StringBuilder();
        for (Throwable each = thrown; each != null; each = each.getCause())
            text.append(each).append('\n');
        return text.toString();
    }

    @Test
    void aConnectionThatEndsFailsTheCallThatIsUnderWay() throws Exception {
        taker.waits = true;
        CallConnection connection = connect();
        connection.put(new byte[8], 8);
        taker.next();
        socket.shutdownInput();
        assertThrows(RemoteException.class, connection::awaitAnswer);
        assertThrows(RemoteException.class, () -> connection.put(new byte[8], 8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "N", "HTTP/1.1 400 Bad Request"})
    void whoDoesNotSpeakRmiIsNoPeer(String greeting) throws Exception {
        try (ServerSocket other = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> {
                try (Socket accepted = other.accept()) {
                    accepted.getInputStream().readNBytes(7);
                    accepted.getOutputStream().write(greeting.getBytes("US-ASCII"));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            answering.start();
            assertThrows(IOException.class, () -> connect(other.getLocalPort()));
            answering.join();
        }
    }

    // ---- Who waits for an answer ----

    @Test
    void aFailureIsReportedThoughNobodyMakesAnotherCall() throws Exception {
        BlockingQueue<Throwable> reported = new LinkedBlockingQueue<>();
        Outbound outbound = outbound(reported);
        try {
            outbound.start();
            taker.next();
            taker.failure = new OutOfMemoryError("of the peer");
            outbound.send(Letter.of(1, 100));
            outbound.help();
            assertTrue(chain(reported.poll(LIMIT_MS, TimeUnit.MILLISECONDS)).contains("of the peer"));
            assertTrue(taker.next().length > 100);
            assertNull(taker.taken.peek());
        } finally {
            outbound.fail(new IOException("the end of the test"));
        }
    }

    @Test
    void whoHelpsWaitsForNoAnswer() throws Exception {
        BlockingQueue<Throwable> reported = new LinkedBlockingQueue<>();
        Outbound outbound = outbound(reported);
        try {
            outbound.start();
            taker.next();
            for (int helped = 0; helped < 300; taker.next()) {
                outbound.send(Letter.of(1, 100));
                if (outbound.help()) helped++;
            }
            taker.waits = true;
            socket.setSoTimeout(LIMIT_MS / 3);
            outbound.send(Letter.of(2, 200));
            // The thread would make this call within a millisecond, and wait for its answer itself.
            while (taker.taken.isEmpty() && !outbound.help()) Thread.onSpinWait();
            outbound.send(Letter.of(3, 300));
            assertFalse(outbound.help());
            assertTrue(taker.next().length > 200);
            taker.take.countDown();
            assertTrue(taker.next().length > 300);
            assertNull(reported.peek());
        } finally {
            outbound.fail(new IOException("the end of the test"));
        }
    }

    private Outbound outbound(BlockingQueue<Throwable> reported) {
        return new Outbound(
                new Outbound.Owner() {
                    @Override
                    public CallConnection reach() throws IOException {
                        return connect();
                    }

                    @Override
                    public int heard() {
                        return 0;
                    }

                    @Override
                    public void broken(Throwable cause) {
                        reported.add(cause);
                    }

                    @Override
                    public void over() {
                        // the test ends it
                    }
                },
                new Batch(1, new ShortWords()),
                new Patience(0),
                TimeUnit.HOURS.toNanos(1),
                "outbound");
    }
}
