package org.jmpi.comm.dynamic;

import java.io.IOException;
import java.net.Proxy;
import java.net.Socket;
import java.util.function.Function;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.comm.trust.AddressPair;
import org.jmpi.comm.trust.Admission;
import org.jmpi.comm.trust.AuthenticatedSocket;
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
 *
 * <p>A connection may wait at a port for long, and its other end may be gone by then. So the root that has opened the
 * port speaks first, when it takes the connection, and the other root answers:
 *
 * <pre>
 *   connects                accepts
 *      | ---- handshake ------> |   by a thread of the port
 *      |                        |
 *      | &lt;----- 0 ------------- |   Accept takes the connection
 *      | ------ 0 ------------> |
 * </pre>
 */
final class RootChannel extends AuthenticatedSocket implements RootConnection {
    /** The connection of two roots, version 1. */
    private static final String PROTOCOL = "JMPI-PT1";

    /** Either side of a handshake. */
    private static final int ROOT = 0;

    private static final int LONGEST = 64 << 20;

    /** The longest time in ns of a handshake, of a greeting that is due, and of a pause inside of a message. */
    private static final long ANSWER_NANOS = 10_000_000_000L;

    private static final long PROBE_NANOS = 2_000_000_000L;

    /** The time in ms between two looks at whether this side still has a reason to wait. */
    private static final int LOOK_MILLIS = 100;

    private final JobSecret key;

    private RootChannel(Socket socket, JobSecret key) throws IOException {
        super(socket, (int) (ANSWER_NANOS / 1_000_000));
        this.key = key;
    }

    /**
     * Connects to a port, and waits until a root there takes the connection.
     *
     * @param port where it listens
     * @param key of all ports that this process may know
     * @param wait ends the wait by an exception
     * @throws IOException if no process listens there, it does not know the key, or it has closed the port
     */
    static RootChannel connect(Port.Location port, JobSecret key, JmpiConfig config, Runnable wait) throws IOException {
        RootChannel channel = reach(port, key, config, config.connectNanos());
        try {
            channel.receiveGreeting(wait);
            channel.sendGreeting();
            return channel;
        } catch (IOException | RuntimeException e) {
            SocketCarrier.hangUp(channel);
            throw e;
        }
    }

    /** Looks whether a process listens at a port and knows its key. */
    static void probe(Port.Location port, JobSecret key, JmpiConfig config) throws IOException {
        reach(port, key, config, PROBE_NANOS).close();
    }

    private static RootChannel reach(Port.Location port, JobSecret common, JmpiConfig config, long nanos)
            throws IOException {
        JobSecret key = port.key(common);
        return ConnectRetry.connect(nanos, port.addresses(), new ConnectFailures(), (address, left) -> {
            Function<Socket, Handshake> handshake = socket ->
                    Handshake.initiator(PROTOCOL, ROOT, ROOT, proof(key, AddressPair.ofInitiator(socket), config));
            long most = Math.min(left, ANSWER_NANOS);
            return new RootChannel(SocketCarrier.connect(new Socket(Proxy.NO_PROXY), address, handshake, most), key);
        });
    }

    /**
     * Lets a root in that knows the key.
     *
     * @param admission has the socket
     * @throws IOException if the other side does not know the key, was dropped, or took too long
     */
    static RootChannel accept(Socket socket, JobSecret key, JmpiConfig config, Admission<Socket> admission)
            throws IOException {
        socket.setTcpNoDelay(true);
        Handshake handshake = Handshake.acceptor(PROTOCOL, ROOT, proof(key, AddressPair.ofAcceptor(socket), config));
        SocketCarrier.accept(
                handshake, socket, socket.getInputStream(), socket.getOutputStream(), ANSWER_NANOS, admission);
        return new RootChannel(socket, key);
    }

    private static Proof proof(JobSecret key, AddressPair seen, JmpiConfig config) {
        return Proof.hmac(key, config.nat() ? AddressPair.NONE : seen);
    }

    /**
     * Takes a connection that has waited at a port.
     *
     * @param wait ends the wait for the answer by an exception
     * @return whether the other root is still there; if not, the connection is closed
     */
    boolean take(Runnable wait) {
        long start = System.nanoTime();
        try {
            sendGreeting();
            receiveGreeting(() -> {
                wait.run();
                if (System.nanoTime() - start > ANSWER_NANOS) SocketCarrier.hangUp(this);
            });
            return true;
        } catch (IOException e) {
            SocketCarrier.hangUp(this);
            return false;
        } catch (RuntimeException e) {
            SocketCarrier.hangUp(this);
            throw e;
        }
    }

    /**
     * Looks whether the other root has gone while it waits: it says nothing before this side has greeted it. If so, the
     * connection is closed.
     */
    boolean hasEnded() {
        try {
            if (!await(1)) return false;
        } catch (IOException e) {
            // A connection that has broken has ended, too.
        }
        SocketCarrier.hangUp(this);
        return true;
    }

    private void sendGreeting() throws IOException {
        send(new ControlWriter().writeInt(0));
    }

    private void receiveGreeting(Runnable wait) throws IOException {
        ControlReader greeting = receive(wait);
        greeting.readInt();
        greeting.end("a greeting");
    }

    @Override
    public JobSecret key() {
        return key;
    }

    @Override
    public void send(ControlWriter message) throws IOException {
        send(message.frame("a message of a root", LONGEST));
    }

    @Override
    public ControlReader receive(Runnable wait) throws IOException {
        while (!await(LOOK_MILLIS)) wait.run();
        return ControlReader.next(in(), LONGEST);
    }
}
