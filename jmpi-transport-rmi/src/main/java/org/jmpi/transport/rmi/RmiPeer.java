package org.jmpi.transport.rmi;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.ConnectFailures;
import org.jmpi.comm.trust.ConnectRetry;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.Proof;
import org.jmpi.comm.trust.RefusedException;
import org.jmpi.comm.trust.SocketCarrier;
import org.jmpi.tls.Tls;

/** One peer and the way to it. */
final class RmiPeer implements Endpoint, Outbound.Owner {
    /** RMI sends calls only on connections that the caller has made. */
    private static final String OTHER_REMEDY = ", or use --transport socket, over which either host may connect";

    private final String transport;
    private final int rank;
    private final TransportSite site;

    /** Null for connections in clear. */
    private final Tls tls;

    private final FrameHandler handler;
    private final Inbound inbound;
    private final Outbound outbound;
    private final CountDownLatch over = new CountDownLatch(1);

    /** Connections to the peer, also one that is being made; guarded by itself. */
    private final Set<ConnectedSocket> sockets = new HashSet<>();

    private final UnaryOperator<List<InetSocketAddress>> order;

    /** How many bytes have come on all connections. */
    private final AtomicLong received = new AtomicLong();

    private volatile RmiAddress address;

    /** The address of the peer at which a connection was made last; null if there was none. */
    private volatile InetSocketAddress reached;

    /** Why nothing more comes or goes; written under the lock of the inbound side. */
    private volatile Throwable gone;

    /**
     * @param transport the name of the transport
     * @param tls null for connections in clear
     * @param order puts the addresses of a peer into the order in which they are tried
     */
    RmiPeer(
            String transport,
            int rank,
            TransportSite site,
            Tls tls,
            FrameHandler handler,
            UnaryOperator<List<InetSocketAddress>> order) {
        this.transport = transport;
        this.rank = rank;
        this.tls = tls;
        this.order = order;
        this.site = site;
        this.handler = handler;
        inbound = new Inbound(rank, handler);
        outbound = new Outbound(this, site.rank(), "jmpi-rmi-" + site.rank() + "-to-" + rank);
    }

    void locate(RmiAddress where) {
        address = where;
    }

    // ---- Sending ----

    @Override
    public void send(Frame frame) {
        outbound.send(frame);
    }

    /** Sends queued frames on the calling thread, unless another thread does; returns whether it did. */
    boolean help() {
        return outbound.help();
    }

    @Override
    public CommunicationLayer reach() throws IOException {
        ClientSockets factory = new ClientSockets(this::connect);
        try {
            InetSocketAddress where = ordered().get(0);
            Registry bindings = LocateRegistry.getRegistry(where.getHostString(), where.getPort(), factory);
            return factory.lookUp(() -> find(bindings));
        } catch (IOException e) {
            throw new IOException("could not connect to " + this + ": " + root(e), e);
        }
    }

    private CommunicationLayer find(Registry bindings) throws IOException {
        try {
            return (CommunicationLayer) bindings.lookup(address.name());
        } catch (NotBoundException e) {
            throw new IOException("there is no " + address.name(), e);
        }
    }

    private ConnectedSocket connect() throws IOException {
        ConnectFailures failures = new ConnectFailures(OTHER_REMEDY);
        return ConnectRetry.connect(site.config().connectNanos(), ordered(), failures, (where, left) -> {
            ConnectedSocket socket = SocketCarrier.connect(newSocket(), where, this::handshake, left);
            reached = where;
            return socket;
        });
    }

    /**
     * Returns the peer's addresses in the order in which they are tried: the one that was reached before, then others.
     */
    private List<InetSocketAddress> ordered() throws IOException {
        List<InetSocketAddress> addresses = new ArrayList<>(order.apply(address.socketAddresses()));
        InetSocketAddress before = reached;
        if (before != null && addresses.remove(before)) addresses.add(0, before);
        return addresses;
    }

    private Handshake handshake(Socket connected) {
        Proof proof = ((ConnectedSocket) connected).proof();
        return Handshake.initiator(Acceptor.PROTOCOL, site.rank(), rank, proof);
    }

    private ConnectedSocket newSocket() throws IOException {
        ConnectedSocket socket = new ConnectedSocket(site, tls, this::heard, this::forget);
        synchronized (sockets) {
            sockets.add(socket);
        }
        // After the socket was added: the thread that ends this peer either closes it, or has set `gone` before.
        if (gone == null) return socket;
        socket.close();
        throw new RefusedException("given up", gone);
    }

    private List<ConnectedSocket> connections() {
        synchronized (sockets) {
            return List.copyOf(sockets);
        }
    }

    private void forget(ConnectedSocket socket) {
        synchronized (sockets) {
            sockets.remove(socket);
        }
    }

    private static String root(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof RemoteException && cause.getCause() != null) cause = cause.getCause();
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    @Override
    public void broken(Throwable cause) {
        boolean explained = !(cause instanceof RemoteException);
        lost(explained ? cause : new IOException("remote call to " + this + " failed: " + root(cause), cause));
    }

    @Override
    public void over() {
        over.countDown();
    }

    @Override
    public boolean isToldOfDeparture() {
        return !isIdle();
    }

    @Override
    public String transport() {
        return transport;
    }

    @Override
    public boolean isReached() {
        return inbound.calls() > 0;
    }

    @Override
    public long received() {
        return received.get();
    }

    /** Returns a stream that counts what comes: a call of 1 MiB takes two minutes at 64 kbit/s. */
    InputStream heard(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                int one = super.read();
                if (one >= 0) received.incrementAndGet();
                return one;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int count = super.read(bytes, offset, length);
                if (count > 0) received.addAndGet(count);
                return count;
            }
        };
    }

    // ---- Receiving ----

    /** Hands over the frames of a call, on the thread of that call. */
    void take(int sequence, ByteBuffer batch) throws RemoteException {
        // Before the handover: the program may end once it has the frames, and each side sees the end of the other one
        // by its own connection.
        outbound.start();
        try {
            synchronized (inbound) {
                checkPresent();
                inbound.take(sequence, batch);
            }
        } catch (RuntimeException | Error e) {
            lost(e);
            throw new RemoteException("rank " + site.rank() + " refused a frame: " + e);
        }
    }

    /** Notes that the peer departs. */
    void departed() throws RemoteException {
        IOException cause = new IOException(this + " has departed");
        synchronized (inbound) {
            checkPresent();
            gone = cause;
            handler.onPeerDeparted(rank);
        }
        end(cause);
    }

    private void checkPresent() throws RemoteException {
        if (gone != null) throw new RemoteException("rank " + site.rank() + " takes no more: " + gone.getMessage());
    }

    /** One of the peer's connections has ended: perhaps RMI found it idle, perhaps the peer is gone. */
    void disconnected() {
        if (gone == null) outbound.probe();
    }

    // ---- The end ----

    private void lost(Throwable cause) {
        synchronized (inbound) {
            if (gone == null) {
                gone = cause;
                handler.onPeerLost(rank, cause);
            }
        }
        end(gone);
    }

    @Override
    public void betweenFrames(Runnable action) {
        synchronized (inbound) {
            action.run();
        }
    }

    @Override
    public void peerFailed() {
        over.countDown();
    }

    /** Says that this rank departs, behind all frames, if the peer knows it at all. */
    void depart() {
        if (gone == null && outbound.isStarted()) outbound.depart();
        else over();
    }

    /**
     * Waits until the peer has taken everything, or is gone.
     *
     * @return whether it has, within the time
     */
    boolean awaitDeparture(long nanos) throws InterruptedException {
        return over.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Closes from this side; frames that are still here fail. */
    void abandon() {
        IOException cause = new IOException("this rank closed its connection to " + this);
        synchronized (inbound) {
            if (gone == null) gone = cause;
        }
        end(cause);
    }

    private void end(Throwable cause) {
        outbound.fail(cause);
        for (ConnectedSocket socket : connections()) ServerSockets.hangUp(socket);
    }

    boolean isIdle() {
        return !outbound.isStarted() && gone == null;
    }

    String describe() {
        return this + ": " + outbound.describe() + inbound.describe() + (gone == null ? "" : ", gone: " + gone);
    }

    @Override
    public String toString() {
        return "rank " + rank + " (" + (address == null ? "address not known yet" : address) + ")";
    }
}
