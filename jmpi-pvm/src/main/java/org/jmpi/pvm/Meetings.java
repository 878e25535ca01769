package org.jmpi.pvm;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.ProcessNames.Name;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.session.RankWorld;
import org.jmpi.comm.transport.ListenAddresses;
import org.jmpi.comm.transport.LocalAddresses;
import org.jmpi.comm.trust.AddressPair;
import org.jmpi.comm.trust.Admission;
import org.jmpi.comm.trust.AuthenticatedServer;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.Proof;
import org.jmpi.comm.trust.SocketCarrier;
import org.jmpi.comm.trust.UserKey;

/**
 * The connections that processes with tasks make when they need them. Two processes may try at the same time, and one
 * may try several times. Of each pair the process with the smaller name decides, so that they connect once:
 *
 * <pre>
 *   one                                  other
 *    | ---- handshake, own name --------&gt; |    whoever connects
 *    | &lt;--------------- own name -------- |
 *    | ---- 1: by this socket ----------&gt; |    from the smaller name; or
 *    | ---- 0: there is another one ----&gt; |
 * </pre>
 *
 * Both know by 0 that a way is there, or is made by another thread. By 1 they join, as two programs of MPI that have a
 * socket.
 */
final class Meetings {
    private static final String PROTOCOL = "JMPIPVM1";
    private static final long ANSWER_NANOS = 10_000_000_000L;

    private final RankWorld world;
    private final TaskProcess process;
    private final JmpiConfig config;
    private final JobSecret secret;

    /** The way to each process, or the attempt to make one. */
    private final Map<Name, CompletableFuture<Link>> ways = new ConcurrentHashMap<>();

    /** How many threads join; guarded by this, as what follows. */
    private int joins;

    private boolean closed;

    Meetings(RankWorld world, TaskProcess process) throws IOException {
        this.world = world;
        this.process = process;
        this.config = JmpiConfig.load();
        this.secret = UserKey.secret(UserKey.folder(config.userFolder()), "tasks");
    }

    /** Notes a way that is there. */
    void note(int number, Link link) {
        ways.put(world.process().names().name(number), CompletableFuture.completedFuture(link));
    }

    // ---- the side that listens ----

    /** A port at which other processes connect. */
    record Door(AuthenticatedServer<Socket> server, int port) {}

    /** Begins to listen, at a port that is free. */
    Door listen() throws IOException {
        AuthenticatedServer<Socket> server = new AuthenticatedServer<>("jpvm", 16, this::greet, this::accepted);
        try {
            ListenAddresses where =
                    ListenAddresses.of(process.isLocal(), config, process.isLocal() ? null : LocalAddresses.ofHost());
            InetAddress address = where.bound().get(0);
            ServerSocket socket = config.ports().bind(0, port -> bind(address, port, server.most()));
            server.accept(socket);
            return new Door(server, socket.getLocalPort());
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static ServerSocket bind(InetAddress address, int port, int backlog) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            return channel.bind(new InetSocketAddress(address, port), backlog).socket();
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private Socket greet(Socket socket, Admission<Socket> admission) throws IOException {
        socket.setTcpNoDelay(true);
        Handshake handshake = Handshake.acceptor(PROTOCOL, 0, proof(AddressPair.ofAcceptor(socket)));
        SocketCarrier.accept(
                handshake, socket, socket.getInputStream(), socket.getOutputStream(), ANSWER_NANOS, admission);
        return socket;
    }

    private Proof proof(AddressPair seen) {
        return Proof.hmac(secret, config.nat() ? AddressPair.NONE : seen);
    }

    private void accepted(Socket socket) {
        try (socket) {
            meet(socket);
        } catch (IOException | CommException e) {
            // The other process gets the failure, too, and it is the one that has a call to fail.
            return;
        }
    }

    // ---- the side that connects ----

    /**
     * Returns the way to the process of a task.
     *
     * @throws IOException if no task listens there, or it is of another user
     */
    Link connect(TaskAddress task) throws IOException {
        InetAddress host = process.isLocal() ? InetAddress.getLoopbackAddress() : InetAddress.getByName(task.host());
        InetSocketAddress address = new InetSocketAddress(host, task.port());
        try (Socket socket = SocketCarrier.connect(
                SocketChannel.open().socket(),
                address,
                each -> Handshake.initiator(PROTOCOL, 0, 0, proof(AddressPair.ofInitiator(each))),
                ANSWER_NANOS)) {
            return meet(socket);
        }
    }

    private Link meet(Socket socket) throws IOException {
        Name own = world.process().names().name(world.rank());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        DataInputStream in = new DataInputStream(socket.getInputStream());
        out.writeLong(own.world());
        out.writeInt(own.rank());
        out.flush();
        Name other = new Name(in.readLong(), in.readInt());
        if (own.equals(other)) throw new IOException("it is a port of this process, and no task has it");
        CompletableFuture<Link> attempt = own.compareTo(other) < 0 ? decide(other, out) : follow(other, in);
        return attempt == null ? await(other) : join(socket, other, attempt);
    }

    /** Returns the attempt to connect by this socket; null if there is a way, or another attempt. */
    private CompletableFuture<Link> decide(Name other, DataOutputStream out) throws IOException {
        CompletableFuture<Link> attempt = new CompletableFuture<>();
        CompletableFuture<Link> known = ways.compute(other, (name, before) -> isOver(before) ? attempt : before);
        out.writeByte(known == attempt ? 1 : 0);
        out.flush();
        return known == attempt ? attempt : null;
    }

    private CompletableFuture<Link> follow(Name other, DataInputStream in) throws IOException {
        if (in.readByte() == 0) return null;
        return ways.compute(other, (name, before) -> isOver(before) ? new CompletableFuture<>() : before);
    }

    private static boolean isOver(CompletableFuture<Link> way) {
        if (way == null || way.isCompletedExceptionally()) return true;
        return way.isDone() && way.join().isGone();
    }

    private Link join(Socket socket, Name other, CompletableFuture<Link> attempt) throws IOException {
        begin(attempt);
        try {
            // A task ends when it likes: MPI.Finalize waits for none.
            Communicator both = world.dynamic().join(world.selfComm(), socket.getChannel(), false);
            Link link = process.link(both.remoteGroup().worldRanks()[0]);
            both.free();
            process.watch(link);
            process.tellEnds(link);
            attempt.complete(link);
            return link;
        } catch (RuntimeException e) {
            attempt.completeExceptionally(e);
            throw e;
        } finally {
            ended();
        }
    }

    private synchronized void begin(CompletableFuture<Link> attempt) throws IOException {
        if (closed) {
            IOException cause = new IOException("the last task of this process has ended");
            attempt.completeExceptionally(cause);
            throw cause;
        }
        joins++;
    }

    private synchronized void ended() {
        joins--;
        notifyAll();
    }

    /**
     * Joins no other process any more; returns when no thread does. MPI.Finalize would close a connection that is being
     * made.
     */
    synchronized void close() {
        closed = true;
        boolean interrupted = false;
        while (joins > 0) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    /** Returns the way that is there, or waits for the one that another thread makes. */
    private Link await(Name other) throws IOException {
        int number = world.process().names().number(other);
        // The other process has kept it since the last tasks of this one have ended.
        if (number >= 0 && !ways.containsKey(other) && !process.link(number).isGone()) {
            Link kept = process.link(number);
            process.watch(kept);
            note(number, kept);
            return kept;
        }
        CompletableFuture<Link> way = ways.computeIfAbsent(other, name -> new CompletableFuture<>());
        try {
            return way.get(config.connectNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the connection that " + other + " makes has failed: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while it connects", e);
        }
    }
}
