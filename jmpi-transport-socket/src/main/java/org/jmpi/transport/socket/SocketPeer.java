package org.jmpi.transport.socket;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.SocketAddresses;
import org.jmpi.comm.transport.Source;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.Handshake.Verdict;

/**
 * One peer and the way to it. {@link #send} may be called by any thread, the methods of {@link Outbound.Owner} come
 * from the threads that send, all others belong to the leader.
 */
final class SocketPeer implements Endpoint, Outbound.Owner, Connector.Owner {
    private enum State {
        /** Nothing was sent either way. */
        IDLE,
        /** This rank connects, or waits for a connection that the peer makes. */
        CONNECTING,
        /** A connection has proved the secret; frames go both ways once it is taken off Netty's pipeline. */
        CONNECTED,
        /** This rank said that it departs; the peer's answer is the end of the stream. */
        DEPARTING,
        /** Lost, departed or closed: there will be no other connection. */
        GONE
    }

    /** The limit of the buffers of all peers together, if each then has {@value #LEAST_BUFFER_BYTES} at least. */
    private static final long BUFFERS_BYTES = 64 << 20;

    private static final long LEAST_BUFFER_BYTES = 64 << 10;

    private final int rank;
    private final TransportSite site;
    private final FrameHandler handler;
    private final SocketTransport transport;
    private final DrivenLoop loop;
    private final Outbound outbound;

    private volatile State state = State.IDLE;
    private volatile String location;
    private volatile Host host;
    private volatile Throwable broken;
    private volatile boolean stuck;

    /** Whether the peer has failed, and so is not waited for. */
    private volatile boolean failed;

    /** Whether frames need a connection. */
    private volatile boolean wanted;

    /** How many bytes have come; changed by the leader. */
    private final AtomicLong received = new AtomicLong();

    /** Null unless this rank connects. */
    private Connector connector;

    private SocketConnection connection;
    private boolean ready;
    private boolean departurePacked;

    SocketPeer(int rank, TransportSite site, FrameHandler handler, SocketTransport transport, DrivenLoop loop) {
        this.rank = rank;
        this.site = site;
        this.handler = handler;
        this.transport = transport;
        this.loop = loop;
        this.outbound = new Outbound(bufferBytes(site), this);
    }

    /** Returns the size of each direction's buffer: what is set, or less where many peers share the memory. */
    private static int bufferBytes(TransportSite site) {
        long share = Math.max(LEAST_BUFFER_BYTES, BUFFERS_BYTES / 2 / site.size());
        return (int) Math.min(site.config().socketBuffer(), share);
    }

    void locate(PeerAddress where) {
        location = site.locate(rank, where.location());
        host = where.host();
    }

    /** Returns the peer's host; null if the transport does not serve the peer. */
    Host host() {
        return host;
    }

    // ---- Sending ----

    @Override
    public void send(Frame frame) {
        outbound.send(frame);
    }

    @Override
    public boolean isToldOfDeparture() {
        return !isUnused();
    }

    /** Whether there is no connection and none is needed: this rank connects in advance, at most. */
    private boolean isUnused() {
        return state == State.IDLE || state == State.CONNECTING && !wanted;
    }

    @Override
    public String transport() {
        return SocketTransportProvider.NAME;
    }

    @Override
    public boolean isReached() {
        return received() > 0;
    }

    @Override
    public long received() {
        return received.getOpaque();
    }

    @Override
    public void connectionWanted() {
        wanted = true;
        transport.later(this::connect);
    }

    @Override
    public void pending(boolean now) {
        stuck = now;
        transport.pending(now);
    }

    @Override
    public void broken(Throwable cause) {
        broken = cause;
        transport.later(this::read); // what the peer sent before comes first, its departure perhaps
    }

    boolean isStuck() {
        return stuck;
    }

    void flush() {
        outbound.flush();
    }

    // ---- Connecting ----

    /** Asks the peer to pass on that a rank is to connect to another one. */
    void request(int asked, int from) {
        send(new ConnectRequest(asked, from));
    }

    /** Connects, unless there is a connection. If no frame needs it, a failure has no effect. */
    void connect() {
        if (state != State.IDLE || location == null) return; // the peer's own connection came first
        List<InetSocketAddress> addresses;
        try {
            addresses = transport.order(SocketAddresses.parseAll(location));
        } catch (IOException e) {
            unreachable(e.getMessage());
            return;
        }
        state = State.CONNECTING;
        transport.connecting(1);
        connector = new Connector(rank, addresses, site, loop, this);
    }

    @Override
    public boolean askPeer() {
        return transport.askToConnect(rank);
    }

    @Override
    public HandshakeChannel newChannel() throws IOException {
        return new HandshakeChannel(site.allLocal(), transport.encryption());
    }

    @Override
    public void unreachable(String reason) {
        if (isUnused() && outbound.isIdle()) {
            if (state == State.CONNECTING) stopConnecting(null);
            state = State.IDLE;
            return;
        }
        lost(new IOException("could not connect to " + this + ": " + reason));
    }

    /** Decides on a connection that the peer made. */
    Verdict judge() {
        return switch (state) {
            case IDLE -> Verdict.ADMITTED;
            case CONNECTING -> connector.judge();
            case CONNECTED, DEPARTING -> Verdict.CROSSING; // the peer's attempt began before it accepted ours
            default -> Verdict.REFUSED;
        };
    }

    /** Takes a connection that is past its handshake off Netty's pipeline. */
    @Override
    public void adopt(HandshakeChannel channel, ByteBuffer early) {
        if (state == State.CONNECTING) stopConnecting(channel);
        state = State.CONNECTED;
        channel.deregister().addListener(done -> transport.later(() -> open(channel.connection(), early)));
    }

    private void stopConnecting(HandshakeChannel adopted) {
        transport.connecting(-1);
        connector.stop(adopted);
        connector = null;
    }

    private void open(ConnectionChannel channel, ByteBuffer early) {
        if (state == State.GONE) {
            close(channel);
            return;
        }
        try {
            if (location == null)
                location = SocketAddresses.text(
                        (InetSocketAddress) channel.socket().getRemoteAddress());
            int capacity = Math.max(bufferBytes(site), channel.leastBuffer());
            Inbound inbound = new Inbound(rank, handler, transport, channel, capacity, early);
            SocketConnection opened = new SocketConnection(channel, inbound, this::onReady);
            opened.register(loop);
            connection = opened;
            transport.add(this);
            outbound.attach(channel);
        } catch (Exception | OutOfMemoryError e) {
            if (connection == null) close(channel);
            lost(new IOException("could not connect to " + this + ": " + e.getMessage(), e));
            return;
        }
        if (early.capacity() > 0) guard(connection.inbound()::handOn);
    }

    // ---- Receiving ----

    private void onReady() {
        if (ready) return;
        ready = true;
        transport.ready(this);
    }

    boolean readReady() {
        ready = false;
        return read();
    }

    /** Reads what is there; returns whether anything moved. */
    boolean read() {
        SocketConnection from = connection;
        if (from == null) return false;
        long bytes;
        try {
            bytes = from.read();
        } catch (IOException e) {
            ended(e);
            return true;
        } catch (RuntimeException | Error e) {
            lost(e);
            return true;
        }
        if (bytes > 0) received.setOpaque(received.getPlain() + bytes);
        if (bytes != 0) settle(bytes, from.inbound());
        else if (broken != null) brokenOff(broken);
        return bytes != 0;
    }

    private void guard(Runnable handOn) {
        try {
            handOn.run();
        } catch (RuntimeException | Error e) {
            lost(e);
            return;
        }
        settle(1, connection.inbound());
    }

    private void settle(long bytes, Inbound inbound) {
        if (inbound.isDeparted()) departed();
        else if (bytes < 0) ended(null);
    }

    // ---- The end ----

    /** Says that this rank departs, behind all frames. */
    void depart() {
        if (isUnused() && outbound.isIdle()) end();
        else if (state != State.GONE) send(new Departure());
    }

    /** Ends the stream once the departure is with the network. */
    void finishDeparture() {
        if (state != State.CONNECTED || !departureIsWritten()) return;
        state = State.DEPARTING;
        try {
            connection.shutdownOutput();
        } catch (IOException e) {
            ended(e);
        }
    }

    /** Whether the other side may have read the departure; it answers by closing, maybe before this side looks. */
    private boolean departureIsWritten() {
        return state == State.DEPARTING || (outbound.isIdle() && departurePacked);
    }

    @Override
    public void peerFailed() {
        failed = true;
    }

    /** Returns whether this rank waits at its end until the peer answers its departure. */
    boolean isAwaited() {
        return !failed && state != State.GONE;
    }

    private void ended(IOException cause) {
        if (departureIsWritten()) abandon();
        else if (cause == null) lost(failure("was closed by the other side, which did not say that it departs", null));
        else lost(failure("was reset: " + cause.getMessage(), cause));
    }

    private void brokenOff(Throwable cause) {
        if (departureIsWritten()) abandon();
        else lost(failure("failed: " + cause.getMessage(), cause));
    }

    private IOException failure(String what, Throwable cause) {
        return new IOException("connection to " + this + " " + what, cause);
    }

    private void lost(Throwable cause) {
        if (state == State.GONE) return;
        end();
        try {
            handler.onPeerLost(rank, cause);
        } finally {
            outbound.fail(cause);
        }
    }

    private void departed() {
        if (state == State.GONE) return;
        end();
        try {
            handler.onPeerDeparted(rank);
        } finally {
            outbound.fail(new IOException(this + " has departed"));
        }
    }

    /** Closes from this side; frames that are still here fail. */
    void abandon() {
        end();
        outbound.fail(new IOException("this rank closed its connection to " + this));
    }

    private void end() {
        if (state == State.CONNECTING) stopConnecting(null);
        state = State.GONE;
        SocketConnection old = connection;
        connection = null;
        if (old == null) return;
        transport.remove(this);
        close(old);
    }

    private void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            if (broken == null) broken = e; // shown by describe(); the socket is gone either way
        }
    }

    // ---- Waiting ----

    /** Lets a wait end when the network takes more; returns whether there was a reason to. */
    void awaitRoom(boolean wanted) {
        if (connection != null) connection.awaitRoom(wanted);
    }

    boolean isIdle() {
        return state == State.IDLE;
    }

    String describe() {
        SocketConnection now = connection;
        Connector connecting = connector;
        return this + " " + state + ": " + outbound.describe()
                + (now == null ? "" : now.inbound().describe())
                + (connecting == null ? "" : connecting.describe())
                + (broken == null ? "" : ", broken: " + broken.getMessage());
    }

    @Override
    public String toString() {
        return "rank " + rank + " (" + (location == null ? "address not known yet" : location) + ")";
    }

    private static final class ConnectRequest extends Frame {
        ConnectRequest(int asked, int from) {
            FrameLayout.markConnectRequest(this, asked, from);
        }

        @Override
        public Source payload() {
            return null;
        }

        @Override
        public void sent() {
            // the peer passes it on
        }

        @Override
        public void failed(Throwable cause) {
            // who has asked waits until its time is over
        }
    }

    private final class Departure extends Frame {
        Departure() {
            FrameLayout.markDeparture(this);
        }

        @Override
        public Source payload() {
            return null;
        }

        @Override
        public void sent() {
            departurePacked = true;
        }

        @Override
        public void failed(Throwable cause) {
            departurePacked = false; // reported as the loss of the peer
        }
    }
}
