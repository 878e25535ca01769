package org.jmpi.comm.trust;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.function.Function;

/** Carries a {@link Handshake} over a socket that blocks. */
public final class SocketCarrier {
    private static final int LONGEST_READ_MS = 60_000;

    private SocketCarrier() {}

    /**
     * Connects a socket and proves the secret; one attempt for {@link ConnectRetry}.
     *
     * @param socket not connected; it is closed if the attempt fails
     * @param address of the acceptor
     * @param handshake returns the initiator's side for the connected socket
     * @param nanos the longest time for the handshake, in ns
     * @param <S> the socket's class
     * @return the socket
     * @throws RefusedException if the other side refuses, or does not know the secret
     * @throws IOException if the connection broke before its end, or the other side took too long
     */
    public static <S extends Socket> S connect(
            S socket, InetSocketAddress address, Function<Socket, Handshake> handshake, long nanos) throws IOException {
        try {
            socket.connect(address, ConnectRetry.REACH_MILLIS);
            socket.setTcpNoDelay(true);
            carry(handshake.apply(socket), socket, socket.getInputStream(), socket.getOutputStream(), nanos);
            return socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Proves the secret to the initiator of an accepted connection, and admits it.
     *
     * @param handshake the acceptor's side
     * @param socket connected; its read time-out is none afterwards
     * @param in reads from the socket
     * @param out writes to the socket
     * @param nanos the longest time for each half, in ns
     * @param admission has the socket
     * @return the rank that the initiator has named
     * @throws IOException if the other side does not know the secret, was dropped, or took too long
     */
    public static int accept(
            Handshake handshake,
            Socket socket,
            InputStream in,
            OutputStream out,
            long nanos,
            Admission<Socket> admission)
            throws IOException {
        carry(handshake, socket, in, out, nanos);
        // Before the verdict, with which the initiator takes the connection for its own.
        admission.admit(socket);
        handshake.decide(Handshake.Verdict.ADMITTED);
        carry(handshake, socket, in, out, nanos);
        return handshake.initiator();
    }

    /**
     * Closes a connection; a thread that reads from it sees its end.
     *
     * @param connection may be closed already
     */
    public static void hangUp(Closeable connection) {
        try {
            connection.close();
        } catch (IOException ignored) {
            // It is closed already, or as good as that.
        }
    }

    /**
     * Moves bytes until the secret is proved or a verdict is needed. Reads no byte of the next protocol.
     *
     * @param handshake one side
     * @param socket connected; its read time-out is none afterwards
     * @param in reads from the socket
     * @param out writes to the socket
     * @param nanos the longest time, in ns
     * @throws IOException if the handshake ends in {@link Handshake.State#REFUSED}, the connection breaks, or the time
     *     is over
     */
    public static void carry(Handshake handshake, Socket socket, InputStream in, OutputStream out, long nanos)
            throws IOException {
        long deadline = System.nanoTime() + nanos;
        byte[] bytes = new byte[Handshake.MOST_BYTES];
        while (true) {
            if (handshake.state() == Handshake.State.NEED_WRAP) {
                ByteBuffer outgoing = ByteBuffer.wrap(bytes);
                handshake.wrap(outgoing);
                out.write(bytes, 0, outgoing.position());
                out.flush();
            } else if (handshake.state() == Handshake.State.NEED_UNWRAP) {
                // One deadline: a peer that sends a byte now and then would meet any time-out of a single read.
                socket.setSoTimeout(millisUntil(deadline));
                int count = in.read(bytes, 0, handshake.missing());
                if (count < 0) throw new EOFException("it hung up");
                handshake.unwrap(ByteBuffer.wrap(bytes, 0, count));
            } else {
                break;
            }
        }
        if (handshake.state() == Handshake.State.REFUSED) throw handshake.refusal();
        socket.setSoTimeout(0);
    }

    private static int millisUntil(long deadline) throws SocketTimeoutException {
        long millis = (deadline - System.nanoTime()) / 1_000_000;
        if (millis <= 0) throw new SocketTimeoutException("it did not answer in time");
        return (int) Math.min(millis, LONGEST_READ_MS);
    }
}
