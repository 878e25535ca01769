package org.jmpi.transport.socket;

import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.ListenAddresses;
import org.jmpi.comm.transport.LocalAddresses;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.SocketAddresses;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;

/**
 * TCP. One connection per pair of ranks, made when the first frame goes, proves the job's secret in Netty's pipelines;
 * then plain data go from the socket to the sinks, and from the sources to the socket, through one buffer each way. All
 * that is driven by the thread in {@link #poll} or {@link #await}. There is no other thread, except for the handshakes
 * of TLS ({@link Encryption}).
 */
final class SocketTransport implements Transport, Inbound.Requests {
    /** Up to so many connections it costs less to read each than to select. */
    private static final int READ_ALL = 4;

    /** Polls between two looks at the selector while nothing is being connected: new connections can wait so long. */
    private static final int SELECT_EVERY = 64;

    private static final int SELECT_EVERY_UNPROVED = 8;

    /** Longest payload, in bytes, that two copies cost less than a round trip for asking. */
    private static final int EAGER_LIMIT = 64 << 10;

    private static final long CLOSE_STEP_NANOS = 50_000_000;

    static {
        NettyLog.use();
    }

    private final TransportSite site;
    private final FrameHandler handler;
    private final PeerAddress address;
    private final DrivenLoop loop;

    /** Null for connections in clear. */
    private final Encryption encryption;

    /** The ranks, this one among them; replaced by a longer array when one joins. */
    private volatile SocketPeer[] peers;

    private final Acceptor acceptor;
    private final List<Listener> listeners;

    /** Null while all ranks are on this host. */
    private final LocalAddresses host;

    /** Peers with bytes that the network did not take. */
    private final AtomicInteger pending = new AtomicInteger();

    // The leader owns the fields below.

    private SocketPeer[] connected = {};
    private final List<SocketPeer> ready = new ArrayList<>();
    private SocketPeer recent;
    private int connecting;
    private int untilSelect;

    /** Null before the start, while all ranks are on one host, and where a rank may not reach its neighbours. */
    private HostTree tree;

    private volatile boolean closing;
    private volatile boolean closed;

    SocketTransport(TransportSite site, FrameHandler handler) throws IOException {
        this.site = site;
        this.handler = handler;
        encryption = Encryption.of(site);
        try {
            loop = new DrivenLoop(NioIoHandler.newFactory(), handler::onWork);
        } catch (ChannelException e) {
            throw new IOException("no selector for sockets: " + e.getCause(), e);
        }
        peers = IntStream.range(0, site.size()).mapToObj(this::newPeer).toArray(SocketPeer[]::new);
        acceptor = new Acceptor(site, loop, this::peer);
        take();
        try {
            host = site.allLocal() ? null : LocalAddresses.ofHost();
            ListenAddresses where = ListenAddresses.of(site, host);
            listeners = listen(where);
            List<Integer> ports = new ArrayList<>();
            for (Listener listener : listeners)
                ports.add(listener.localAddress().getPort());
            String location = SocketAddresses.text(where.published(ports));
            address = new PeerAddress(SocketTransportProvider.NAME, site.host(), site.publish(location));
        } catch (IOException | RuntimeException e) {
            loop.destroy();
            throw e;
        } finally {
            loop.leave();
        }
    }

    private SocketPeer newPeer(int rank) {
        return new SocketPeer(rank, site, handler, this, loop);
    }

    /** Returns a peer; null if there is none of this number. */
    private SocketPeer peer(int number) {
        SocketPeer[] all = peers;
        return number == site.rank() || number < 0 || number >= all.length ? null : all[number];
    }

    private List<Listener> listen(ListenAddresses where) throws IOException {
        List<Listener> opened = new ArrayList<>();
        try {
            for (InetAddress each : where.bound())
                opened.add(site.config().ports().bind(site.rank(), port -> listen(new InetSocketAddress(each, port))));
            return opened;
        } catch (IOException e) {
            opened.forEach(Listener::close);
            throw new IOException("cannot listen for peers: " + e.getMessage());
        }
    }

    private Listener listen(InetSocketAddress at) throws IOException {
        Listener opened = new Listener(site.allLocal(), encryption);
        opened.pipeline().addLast(acceptor);
        loop.register(opened);
        ChannelFuture bound = opened.bind(at);
        loop.runTasks();
        if (bound.isSuccess()) return opened;
        opened.close();
        if (bound.cause() instanceof BindException inUse) throw inUse;
        throw new IOException("address " + at + ": " + bound.cause().getMessage(), bound.cause());
    }

    /** Returns a peer's addresses in the order in which they are tried. */
    List<InetSocketAddress> order(List<InetSocketAddress> addresses) {
        return host == null ? addresses : host.order(addresses);
    }

    @Override
    public PeerAddress address() {
        return address;
    }

    @Override
    public Endpoint endpoint(int peer, PeerAddress where) {
        boolean joins = peer >= peers.length;
        if (joins) grow(peer + 1);
        SocketPeer found = peer(peer);
        if (found == null) throw new IllegalArgumentException("no peer of rank " + site.rank() + ": rank=" + peer);
        found.locate(where);
        if (joins)
            later(() -> {
                if (tree != null) arrange();
            });
        return found;
    }

    /** Other transports may serve the ranks between those that were there and the one that joins. */
    private void grow(int size) {
        SocketPeer[] more = Arrays.copyOf(peers, size);
        for (int rank = peers.length; rank < size; rank++) more[rank] = newPeer(rank);
        peers = more;
    }

    @Override
    public void start() {
        if (!site.allLocal() && site.complete()) later(this::arrange);
    }

    /** Connects to the neighbours in the tree of hosts. */
    private void arrange() {
        List<Host> hosts = Arrays.stream(peers)
                .map(peer -> peer.host() == null ? site.host() : peer.host())
                .toList();
        tree = new HostTree(site.rank(), hosts);
        for (int peer : tree.neighbours()) peers[peer].connect();
    }

    /** Asks a peer to connect to this rank; returns false if there is no way to ask it. */
    boolean askToConnect(int peer) {
        if (tree == null || !tree.isFar(peer) || tree.next(peer) == peer) return false;
        peers[tree.next(peer)].request(peer, site.rank());
        return true;
    }

    @Override
    public void connect(int asked, int from) {
        boolean isMine = asked == site.rank();
        if (peer(from) == null || !isMine && peer(asked) == null)
            throw new IllegalStateException("rank " + asked + " is asked to connect to rank " + from);
        if (isMine) peers[from].connect();
        else if (tree != null) peers[tree.next(asked)].request(asked, from);
    }

    @Override
    public int eagerLimit() {
        return EAGER_LIMIT;
    }

    // ---- Progress ----

    @Override
    public boolean poll() {
        if (closed || !loop.enter()) return false;
        try {
            boolean moved = flush();
            moved |= readDirectly();
            if (--untilSelect > 0 && !loop.hasTasks()) return moved;
            return select() || moved;
        } finally {
            leave();
        }
    }

    @Override
    public void await(long nanos) {
        if (closed || !loop.enter()) return;
        try {
            block(nanos);
        } finally {
            leave();
        }
    }

    @Override
    public void wakeup() {
        loop.wakeup();
    }

    private boolean flush() {
        if (pending.get() == 0) return false;
        boolean moved = false;
        for (SocketPeer peer : connected) {
            if (!peer.isStuck()) continue;
            peer.flush();
            moved |= !peer.isStuck();
        }
        return moved;
    }

    private boolean readDirectly() {
        SocketPeer[] from = connected;
        if (from.length > READ_ALL) {
            boolean moved = recent != null && recent.read();
            if (!moved) untilSelect = 0;
            return moved;
        }
        boolean moved = false;
        for (SocketPeer peer : from) moved |= peer.read();
        return moved;
    }

    private boolean select() {
        untilSelect =
                connecting > 0 || connected.length == 0 ? 1 : acceptor.isIdle() ? SELECT_EVERY : SELECT_EVERY_UNPROVED;
        int events = loop.runNow();
        readReady();
        return events > 0;
    }

    private void block(long nanos) {
        SocketPeer[] stuck = {};
        if (pending.get() > 0) {
            stuck = Arrays.stream(connected).filter(SocketPeer::isStuck).toArray(SocketPeer[]::new);
            for (SocketPeer peer : stuck) peer.awaitRoom(true);
        }
        try {
            loop.runBlocking(nanos);
        } finally {
            for (SocketPeer peer : stuck) peer.awaitRoom(false);
        }
        flush();
        readReady();
    }

    private void readReady() {
        for (int i = 0; i < ready.size(); i++) {
            SocketPeer peer = ready.get(i);
            if (peer.readReady()) recent = peer;
        }
        ready.clear();
    }

    // ---- Notices of peers ----

    /** Runs a task in a poll to come, soon. */
    void later(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            if (!closed) throw e; // closed: every frame fails anyhow
        }
    }

    Encryption encryption() {
        return encryption;
    }

    void pending(boolean now) {
        if (!now) {
            pending.decrementAndGet();
            return;
        }
        pending.incrementAndGet();
        loop.wakeup(); // a wait under way does not know yet that there is something to write
        handler.onWork();
    }

    void connecting(int more) {
        connecting += more;
        untilSelect = 0;
    }

    void add(SocketPeer peer) {
        SocketPeer[] more = Arrays.copyOf(connected, connected.length + 1);
        more[connected.length] = peer;
        connected = more;
    }

    void remove(SocketPeer peer) {
        connected = Arrays.stream(connected).filter(other -> other != peer).toArray(SocketPeer[]::new);
        if (recent == peer) recent = null;
        untilSelect = 0; // the selector drops a closed socket when it selects next
    }

    void ready(SocketPeer peer) {
        ready.add(peer);
    }

    @Override
    public String describe() {
        return "socket " + address.location() + (closed ? ", closed: " : ": ") + acceptor.describe()
                + Arrays.stream(peers)
                        .filter(peer -> !peer.isIdle())
                        .map(peer -> "\n  " + peer.describe())
                        .collect(Collectors.joining());
    }

    // ---- The end ----

    @Override
    public void close(long nanos) {
        if (loop.inEventLoop()) throw new IllegalStateException("closed in an orderly way from inside a poll");
        long end = System.nanoTime() + nanos;
        take();
        try {
            if (closed) return;
            for (SocketPeer peer : peers) peer.depart();
            long left = nanos;
            while (departing() && left > 0 && !closing) {
                block(Math.min(left, CLOSE_STEP_NANOS));
                left = end - System.nanoTime();
            }
            closing = true;
        } finally {
            leave();
        }
    }

    private boolean departing() {
        boolean any = false;
        for (SocketPeer peer : peers) {
            peer.finishDeparture();
            any |= peer.isAwaited();
        }
        return any;
    }

    @Override
    public void close() {
        closing = true;
        if (loop.inEventLoop()) return; // it closes when it leaves
        take();
        leave();
    }

    /** Becomes the leader; the present one leaves soon. */
    private void take() {
        while (!loop.enter()) {
            loop.nudge();
            Thread.yield();
        }
    }

    private void leave() {
        try {
            if (closing && !closed) closeNow();
        } finally {
            loop.leave();
        }
    }

    private void closeNow() {
        closed = true;
        try {
            for (SocketPeer peer : peers) peer.abandon();
        } finally {
            acceptor.close();
            listeners.forEach(Listener::close);
            loop.destroy();
            if (encryption != null) encryption.close();
        }
    }
}
