package org.jmpi.wireup;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.transport.ListenAddresses;
import org.jmpi.comm.transport.LocalAddresses;
import org.jmpi.comm.trust.AddressPair;
import org.jmpi.comm.trust.Admission;
import org.jmpi.comm.trust.AuthenticatedServer;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.Proof;
import org.jmpi.comm.trust.SocketCarrier;

/**
 * Rank 0's side of the exchange: every other rank is connected to it. An {@link AuthenticatedServer} accepts until all
 * ranks have joined. One thread per connection reads a rank's values, and notices the end of the connection at any
 * time. One per answer sends the values of all.
 */
final class RootServer implements ValueExchange {
    private static final int NONCE_BYTES = 32;
    private static final long HANDSHAKE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The longest time in ns until the other ranks have taken their answers; only a rank that is let in takes any. */
    private static final long TELL_NANOS = TimeUnit.SECONDS.toNanos(20);

    private enum State {
        ABSENT,
        JOINED,
        /** It has sent its values, and waits. */
        WAITING,
        LEFT
    }

    /** The answer to the ranks that wait: values, or why there are none. */
    private record Reply(byte[] values, String failure) {}

    /** A rank that has entered. */
    private record Joined(int rank, WireUpConnection connection) {}

    private final int size;
    private final byte[] nonce = JobSecret.random(NONCE_BYTES);
    private final byte[] key;
    private final boolean nat;
    private final JobSecret secret;
    private final RootLocator locator;
    private final AuthenticatedServer<Joined> server;
    private final State[] states;
    private final WireUpConnection[] connections;
    private final List<Value> values = new ArrayList<>();

    /** The number of ranks whose exchange is over, and that have not taken its answer. */
    private int answering;

    /** Why the exchange has failed: the answer also to ranks that send their values afterwards; null if it has not. */
    private Reply refusal;

    private RootServer(int size, byte[] key, boolean nat, RootLocator locator) {
        this.size = size;
        this.key = key;
        this.nat = nat;
        this.locator = locator;
        secret = WireUpConnection.secret(key, nonce);
        server = new AuthenticatedServer<>("jmpi-wireup", size, this::greet, this::attend);
        states = new State[size];
        Arrays.fill(states, State.ABSENT);
        connections = new WireUpConnection[size];
    }

    /** Listens, and publishes where. */
    static RootServer open(RootWireUp.Membership membership, RootLocator locator, JmpiConfig config)
            throws IOException {
        byte[] key = locator.key();
        RootServer root = new RootServer(membership.size(), key, config.nat(), locator);
        try {
            LocalAddresses host = membership.allLocal() ? null : LocalAddresses.ofHost();
            ListenAddresses where = ListenAddresses.of(membership.allLocal(), config, host);
            locator.publish(new RootLocator.Root(key, where.published(root.listen(where))));
            return root;
        } catch (IOException | RuntimeException e) {
            root.close();
            throw e;
        }
    }

    /** Returns the port at each address. */
    private List<Integer> listen(ListenAddresses where) throws IOException {
        List<Integer> ports = new ArrayList<>();
        for (InetAddress address : where.bound()) {
            ServerSocket socket = locator.ports().bind(0, port -> new ServerSocket(port, server.most(), address));
            ports.add(socket.getLocalPort());
            server.accept(socket);
        }
        return ports;
    }

    /** Takes the connection of a rank; returns null if it can't join. */
    private Joined greet(Socket socket, Admission<Socket> admission) throws IOException {
        socket.setTcpNoDelay(true);
        Proof proof = WireUpConnection.proof(key, AddressPair.ofAcceptor(socket), nat);
        Handshake handshake = Handshake.acceptor(WireUpConnection.PROTOCOL, 0, proof);
        int rank = SocketCarrier.accept(
                handshake, socket, socket.getInputStream(), socket.getOutputStream(), HANDSHAKE_NANOS, admission);
        WireUpConnection connection = new WireUpConnection(socket);
        int theirSize = ByteBuffer.wrap(connection.receive()).getInt();
        String why = enter(rank, theirSize, connection);
        if (why == null) return new Joined(rank, connection);
        connection.refuse(why);
        connection.close();
        return null;
    }

    /** Reads what a rank that has entered sends, until its connection ends. */
    private void attend(Joined joined) {
        try {
            joined.connection.answer(nonce);
            if (haveAllJoined()) closeDoor();
            while (true) deposit(joined.rank, ValueExchange.decode(joined.connection.receive()));
        } catch (IOException | RuntimeException e) {
            left(joined.rank, joined.connection);
        }
    }

    /** Returns why the rank can't join, or null. */
    private synchronized String enter(int rank, int theirSize, WireUpConnection connection) {
        if (theirSize != size) return "rank " + rank + " is of " + theirSize + " ranks, rank 0 of " + size;
        if (rank < 1 || rank >= size) return "rank out of range: rank=" + rank + ", size=" + size;
        if (states[rank] != State.ABSENT) return "rank " + rank + " has joined this job before";
        states[rank] = State.JOINED;
        connections[rank] = connection;
        return null;
    }

    private synchronized boolean haveAllJoined() {
        return in(State.ABSENT).size() == 1;
    }

    /** Adds the values of a rank, which waits for those of the others from now on. */
    private synchronized void deposit(int rank, List<Value> theirs) throws IOException {
        if (states[rank] != State.JOINED) throw new IOException("rank " + rank + " has sent its values twice");
        states[rank] = State.WAITING;
        if (refusal != null) {
            answer(rank, refusal);
            return;
        }
        values.addAll(theirs);
        notifyAll();
    }

    private void answer(int rank, Reply reply) {
        states[rank] = State.JOINED;
        answering++;
        WireUpConnection connection = connections[rank];
        new DaemonThread(() -> answer(connection, reply), "jmpi-wireup-answer").start();
    }

    private void answer(WireUpConnection connection, Reply reply) {
        try {
            if (reply.failure() == null) connection.answer(reply.values());
            else connection.refuse(reply.failure());
        } catch (IOException e) {
            // The thread that reads from the connection notes its end.
            SocketCarrier.hangUp(connection);
        } finally {
            answered();
        }
    }

    private synchronized void answered() {
        answering--;
        notifyAll();
    }

    private synchronized void left(int rank, WireUpConnection connection) {
        states[rank] = State.LEFT;
        SocketCarrier.hangUp(connection);
        notifyAll();
    }

    /** Returns the ranks in a state. */
    private List<Integer> in(State state) {
        return IntStream.range(0, size)
                .filter(rank -> states[rank] == state)
                .boxed()
                .collect(Collectors.toList());
    }

    @Override
    public JobSecret secret() {
        return secret;
    }

    @Override
    public synchronized List<Value> allgather(List<Value> mine, long nanos) throws IOException {
        values.addAll(mine);
        String failure = awaitAll(nanos);
        List<Value> all = List.copyOf(values);
        conclude(new Reply(ValueExchange.encode(all), failure));
        // This process may end at any time from now on.
        awaitUntil(System.nanoTime() + TELL_NANOS, () -> answering == 0);
        if (failure != null) throw new IOException(failure);
        return all;
    }

    /** Waits for the values of all ranks; returns null, or which are missing. */
    private String awaitAll(long nanos) throws IOException {
        awaitUntil(
                System.nanoTime() + nanos,
                () -> in(State.WAITING).size() == size - 1 || !in(State.LEFT).isEmpty());
        if (in(State.WAITING).size() == size - 1) return null;
        if (!in(State.LEFT).isEmpty()) return "rank " + names(in(State.LEFT)) + " ended while the others waited for it";
        List<Integer> missing = in(State.ABSENT);
        missing.remove(Integer.valueOf(0));
        missing.addAll(in(State.JOINED));
        return missing.size() + " of " + size + " ranks have not called MPI.Init within "
                + TimeUnit.NANOSECONDS.toSeconds(nanos) + " s: " + names(missing);
    }

    private static String names(List<Integer> ranks) {
        return ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private interface Condition {
        boolean holds();
    }

    private void awaitUntil(long deadline, Condition condition) throws IOException {
        try {
            while (!condition.holds() && deadline - System.nanoTime() > 0)
                TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the other ranks", e);
        }
    }

    private void conclude(Reply reply) {
        values.clear();
        if (reply.failure() != null) refusal = reply;
        for (int rank : in(State.WAITING)) answer(rank, reply);
    }

    @Override
    public void close() {
        closeDoor();
        List<WireUpConnection> open;
        synchronized (this) {
            open = Stream.of(connections).filter(Objects::nonNull).toList();
        }
        open.forEach(SocketCarrier::hangUp);
    }

    private void closeDoor() {
        server.close();
        locator.close();
    }
}
