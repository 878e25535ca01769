package org.jmpi.transport.rmi;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.rmi.AlreadyBoundException;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.comm.config.PortRange;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.ListenAddresses;
import org.jmpi.comm.transport.LocalAddresses;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.tls.Tls;

/**
 * Remote method invocation. Each rank has a registry and binds one object in it, its communication layer; a message is
 * the argument of a call of that object, whose thread puts it into the rank's matching. There is a connection in each
 * direction between two ranks that have something to say to each other, and at each end of it one thread.
 */
final class RmiTransport implements CommunicationLayer, Transport {
    /** Longest payload, in bytes, that goes with its envelope in one call: to ask first would take two more. */
    private static final int EAGER_LIMIT = BatchLayout.MOST_PAYLOAD_BYTES;

    /** The limits on the class of an array in a stream. */
    private static final int DEEPEST = 3;

    private static final int MOST_REFERENCES = 4;

    /** The time in ns between two checks that RMI has answered: it sends no notice. */
    private static final long ANSWER_NANOS = 50_000;

    private final String name;
    private final TransportSite site;

    /** The ranks, this one among them; replaced by a longer array when one joins. */
    private volatile RmiPeer[] peers;

    private final IntFunction<RmiPeer> newPeer;
    private final Acceptor acceptor;
    private final ServerSockets sockets;
    private final RmiAddress location;
    private final Registry bindings;
    private final CountDownLatch started = new CountDownLatch(1);
    private final AtomicBoolean closed = new AtomicBoolean();

    RmiTransport(String name, TransportSite site, FrameHandler handler) throws IOException {
        this.name = name;
        this.site = site;
        Tls tls = Tls.of(site.config(), site.secret());
        LocalAddresses host = site.allLocal() ? null : LocalAddresses.ofHost();
        UnaryOperator<List<InetSocketAddress>> order = host == null ? UnaryOperator.identity() : host::order;
        newPeer = rank -> new RmiPeer(name, rank, site, tls, handler, order);
        peers = IntStream.range(0, site.size()).mapToObj(newPeer).toArray(RmiPeer[]::new);
        acceptor = new Acceptor(site, tls, this::find);
        ListenAddresses where = ListenAddresses.of(site, host);
        sockets = listen(where.bound());
        List<InetSocketAddress> published = where.published(sockets.ports());
        location = RmiAddress.of(published, site.rank());
        if (!site.allLocal()) RmiRuntime.nameHost(published.get(0).getAddress());
        int port = sockets.port();
        try {
            bindings = export(port);
        } catch (IOException | RuntimeException e) {
            unexport(this);
            sockets.close();
            throw e;
        }
    }

    private ServerSockets listen(List<InetAddress> addresses) throws IOException {
        int first = site.config().rmiPort();
        if (first == 0) return ServerSockets.listen(acceptor, site.config().ports(), site.rank(), addresses);
        int port = first + site.rank();
        try {
            return ServerSockets.listen(acceptor, new PortRange(port, port), site.rank(), addresses);
        } catch (IOException e) {
            String rule = "; jmpi.rmi.port is the port of rank 0, and each rank after it takes the next one";
            throw new IOException(e.getMessage() + rule, e);
        }
    }

    private Registry export(int port) throws IOException {
        RmiRuntime.prepare();
        ClientSockets exported = new ClientSockets(null);
        Registry opened = LocateRegistry.createRegistry(port, exported, sockets);
        try {
            UnicastRemoteObject.exportObject(this, port, exported, sockets, RmiTransport::filter);
            RmiRuntime.letJvmEnd();
            opened.bind(location.name(), this);
            return opened;
        } catch (AlreadyBoundException e) {
            unexport(opened);
            throw new IllegalStateException("bound in a new registry: " + location, e);
        } catch (IOException | RuntimeException e) {
            unexport(opened);
            throw e;
        }
    }

    /** Lets the arguments of {@link CommunicationLayer#put} in, and nothing else. */
    private static ObjectInputFilter.Status filter(ObjectInputFilter.FilterInfo info) {
        boolean fits = info.depth() <= DEEPEST
                && info.references() <= MOST_REFERENCES
                && info.arrayLength() <= BatchLayout.LONGEST;
        Class<?> type = info.serialClass();
        if (!fits || type != null && type != byte[].class) return ObjectInputFilter.Status.REJECTED;
        return type == null ? ObjectInputFilter.Status.UNDECIDED : ObjectInputFilter.Status.ALLOWED;
    }

    @Override
    public PeerAddress address() {
        return new PeerAddress(name, site.host(), site.publish(location.toString()));
    }

    @Override
    public Endpoint endpoint(int peer, PeerAddress where) {
        if (peer >= peers.length) grow(peer + 1);
        RmiPeer found = find(peer);
        if (found == null) throw new IllegalArgumentException("no peer of rank " + site.rank() + ": rank=" + peer);
        found.locate(RmiAddress.parse(site.locate(peer, where.location())));
        return found;
    }

    /** Other transports may serve the ranks between those that were there and the one that joins. */
    private void grow(int size) {
        RmiPeer[] more = Arrays.copyOf(peers, size);
        for (int rank = peers.length; rank < size; rank++) more[rank] = newPeer.apply(rank);
        peers = more;
    }

    /** Returns a peer; null if there is none of this number. */
    private RmiPeer find(int number) {
        RmiPeer[] all = peers;
        return number == site.rank() || number < 0 || number >= all.length ? null : all[number];
    }

    @Override
    public void start() {
        started.countDown();
    }

    @Override
    public int eagerLimit() {
        return EAGER_LIMIT;
    }

    // ---- Receiving ----

    @Override
    public void put(int from, int sequence, byte[] frames) throws RemoteException {
        peer(from).take(sequence, BatchLayout.wrap(frames));
    }

    @Override
    public void depart(int from) throws RemoteException {
        peer(from).departed();
    }

    private RmiPeer peer(int from) throws RemoteException {
        awaitStart();
        RmiPeer found = find(from);
        if (found == null) throw new RemoteException("no peer of rank " + site.rank() + ": rank=" + from);
        return found;
    }

    /**
     * A peer may have read this rank's address before the rank itself has read the table: some milliseconds at most.
     */
    private void awaitStart() throws RemoteException {
        try {
            started.await();
        } catch (InterruptedException e) {
            throw new RemoteException("rank " + site.rank() + " was interrupted", e);
        }
    }

    @Override
    public boolean pushes() {
        return true;
    }

    @Override
    public boolean poll() {
        boolean moved = false;
        for (RmiPeer peer : peers) moved |= peer.help();
        return moved;
    }

    @Override
    public void await(long nanos) {
        throw new UnsupportedOperationException("frames come on threads of RMI");
    }

    @Override
    public void wakeup() {
        // no thread waits here
    }

    @Override
    public String describe() {
        return name + " " + location + (closed.get() ? ", closed: " : ": ") + acceptor.describe()
                + Arrays.stream(peers)
                        .filter(peer -> !peer.isIdle())
                        .map(peer -> "\n  " + peer.describe())
                        .collect(Collectors.joining());
    }

    // ---- The end ----

    @Override
    public void close(long nanos) {
        if (closed.get()) return;
        long end = System.nanoTime() + nanos;
        for (RmiPeer peer : peers) peer.depart();
        boolean interrupted = false;
        for (RmiPeer peer : peers) interrupted |= awaitDeparture(peer, end);
        awaitAnswers(end);
        close();
        if (interrupted) Thread.currentThread().interrupt();
    }

    private static boolean awaitDeparture(RmiPeer peer, long end) {
        boolean interrupted = false;
        while (true) {
            try {
                peer.awaitDeparture(end - System.nanoTime());
                return interrupted;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    /**
     * Waits until RMI has answered the calls that are under way. A peer's departure is such a call: this rank has taken
     * it, and the peer would take this rank for lost if its connection ended before the answer.
     */
    private void awaitAnswers(long end) {
        try {
            while (!UnicastRemoteObject.unexportObject(this, false) && System.nanoTime() - end < 0)
                LockSupport.parkNanos(this, ANSWER_NANOS);
        } catch (NoSuchObjectException e) {
            // closed meanwhile by another thread
        }
    }

    @Override
    public void close() {
        if (closed.getAndSet(true)) return;
        for (RmiPeer peer : peers) peer.abandon();
        // Only now: a call that waits for the start then finds its peer gone, and not one without an address.
        started.countDown();
        try {
            unexport(this);
            unexport(bindings);
            sockets.close();
        } catch (IOException e) {
            throw new UncheckedIOException("rank " + site.rank() + " did not stop listening", e);
        } finally {
            acceptor.close();
        }
    }

    private static void unexport(Remote object) {
        try {
            UnicastRemoteObject.unexportObject(object, true);
        } catch (NoSuchObjectException e) {
            // it is not exported any more, which is what is wanted
        }
    }
}
