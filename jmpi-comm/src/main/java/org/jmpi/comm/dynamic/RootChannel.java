package org.jmpi.comm.dynamic;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.function.Function;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.comm.trust.AddressPair;
import org.jmpi.comm.trust.Admission;
import org.jmpi.comm.trust.ConnectFailures;
import org.jmpi.comm.trust.ConnectRetry;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.Proof;
import org.jmpi.comm.trust.SocketCarrier;

/**
 * The connection between the roots of two groups that are about to connect. Both have proved the key of the port.
 *
 * <pre>
 * | length (4) | message (length bytes) | length (4) | message | ...
 * </pre>
 */
final class RootChannel implements Closeable {
    /** The connection of two roots, version 1. */
    private static final String PROTOCOL = "JMPI-PT1";

    private static final int LONGEST = 64 << 20;
    private static final long HANDSHAKE_NANOS = 10_000_000_000L;

    /** The time in ms between two looks at whether this side still has a reason to wait. */
    private static final int LOOK_MILLIS = 100;

    private final Socket socket;
    private final JobSecret key;
    private final BufferedInputStream buffered;
    private final DataInputStream in;
    private final OutputStream out;

    private RootChannel(Socket socket, JobSecret key) throws IOException {
        this.socket = socket;
        this.key = key;
        buffered = new BufferedInputStream(socket.getInputStream());
        in = new DataInputStream(buffered);
        out = socket.getOutputStream();
    }

    /**
     * Connects to a port.
     *
     * @param tag of the port
     * @param nanos the longest time, in ns
     * @throws IOException if no process listens there, or it does not know the key
     */
    static RootChannel connect(List<InetSocketAddress> addresses, int tag, JobSecret key, JmpiConfig config, long nanos)
            throws IOException {
        return ConnectRetry.connect(nanos, addresses, new ConnectFailures(), (address, left) -> {
            Function<Socket, Handshake> handshake = socket ->
                    Handshake.initiator(PROTOCOL, 0, tag, proof(key, AddressPair.ofInitiator(socket), config));
            return new RootChannel(
                    SocketCarrier.connect(
                            new Socket(Proxy.NO_PROXY), address, handshake, Math.min(left, HANDSHAKE_NANOS)),
                    key);
        });
    }

    /**
     * Lets a root in that knows the key.
     *
     * @param tag of the port
     * @param admission has the socket
     * @throws IOException if the other side does not know the key, was dropped, or took too long
     */
    static RootChannel accept(Socket socket, int tag, JobSecret key, JmpiConfig config, Admission<Socket> admission)
            throws IOException {
        socket.setTcpNoDelay(true);
        Handshake handshake = Handshake.acceptor(PROTOCOL, tag, proof(key, AddressPair.ofAcceptor(socket), config));
        SocketCarrier.accept(
                handshake, socket, socket.getInputStream(), socket.getOutputStream(), HANDSHAKE_NANOS, admission);
        return new RootChannel(socket, key);
    }

    private static Proof proof(JobSecret key, AddressPair seen, JmpiConfig config) {
        return Proof.hmac(key, config.nat() ? AddressPair.NONE : seen);
    }

    /**
     * Tells the other root that this one is there, and waits for the same from it. A connection may wait at a port for
     * long, and its other end may be gone by then.
     *
     * @param wait ends the wait by an exception
     * @throws IOException if the connection has ended
     */
    void meet(Runnable wait) throws IOException {
        send(new ControlWriter().writeInt(0));
        ControlReader greeting = receive(wait);
        greeting.readInt();
        greeting.end("a greeting");
    }

    /** Returns the key that both roots know. */
    JobSecret key() {
        return key;
    }

    void send(ControlWriter message) throws IOException {
        out.write(message.frame("a message of a root", LONGEST));
        out.flush();
    }

    /**
     * Returns the next message.
     *
     * @param wait ends the wait by an exception
     * @throws IOException if the connection has ended, or the message makes no sense
     */
    ControlReader receive(Runnable wait) throws IOException {
        while (!await()) wait.run();
        return ControlReader.next(in, LONGEST);
    }

    /** Returns whether something has come, or the connection has ended. */
    private boolean await() throws IOException {
        socket.setSoTimeout(LOOK_MILLIS);
        try {
            buffered.mark(1);
            if (buffered.read() >= 0) buffered.reset();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } finally {
            socket.setSoTimeout((int) (HANDSHAKE_NANOS / 1_000_000));
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
