package org.jmpi.comm.bootstrap;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.trust.JobSecret;

/**
 * The launcher's side of {@link ControlChannel}: collects the ranks' addresses, hands the table out, and passes on what
 * they tell.
 *
 * <p>One daemon thread accepts, and one per connection reads. A connection that has not proved the job's secret within
 * {@value #HANDSHAKE_SECONDS} s, which is long as a busy host may start a rank slowly, is dropped, and so is the oldest of too many of them; ranks then try again.
 */
public final class RendezvousServer implements AutoCloseable {
    private static final int HANDSHAKE_SECONDS = 60;
    private static final long SECOND = 1_000_000_000L;
    private static final int LEAST_UNPROVEN = 64;

    private final ServerSocket listening;
    private final int size;
    private final JobSecret secret;
    private final RendezvousListener listener;
    private final long handshakeNanos;
    private final Thread accepting = daemon(this::accept, "jmpi-rendezvous");
    private final Set<Socket> unproven = new LinkedHashSet<>();
    private final ControlLink[] links;
    private final PeerAddress[] addresses;
    private final long[] pids;

    private RendezvousServer(
            ServerSocket listening, int size, JobSecret secret, RendezvousListener listener, long handshakeNanos) {
        this.listening = listening;
        this.size = size;
        this.secret = secret;
        this.listener = listener;
        this.handshakeNanos = handshakeNanos;
        links = new ControlLink[size];
        addresses = new PeerAddress[size];
        pids = new long[size];
    }

    /**
     * Starts to listen.
     *
     * @param address where; port 0 takes any that is free
     * @param size the number of ranks to wait for
     * @param secret what a rank has to prove that it knows
     * @param listener hears what ranks tell
     * @return the server, which listens
     * @throws IOException if the address is in use or not one of this host
     */
    public static RendezvousServer open(
            InetSocketAddress address, int size, JobSecret secret, RendezvousListener listener) throws IOException {
        return open(address, size, secret, listener, HANDSHAKE_SECONDS * SECOND);
    }

    static RendezvousServer open(
            InetSocketAddress address, int size, JobSecret secret, RendezvousListener listener, long handshakeNanos)
            throws IOException {
        ServerSocket listening = new ServerSocket();
        try {
            listening.bind(address, Math.max(LEAST_UNPROVEN, size));
        } catch (IOException e) {
            listening.close();
            throw e;
        }
        RendezvousServer server = new RendezvousServer(listening, size, secret, listener, handshakeNanos);
        server.accepting.start();
        return server;
    }

    /** {@return where the server listens} */
    public InetSocketAddress address() {
        return (InetSocketAddress) listening.getLocalSocketAddress();
    }

    /**
     * Asks every connected rank for its state; the listener gets the answers.
     *
     * @return the ranks that have been asked
     */
    public List<Integer> dump() {
        return tellAll(ControlMessage.of(ControlKind.DUMP));
    }

    /**
     * Tells every connected rank to end at once.
     *
     * @param code the exit code of the job
     * @param message one line that says why
     * @throws IOException if the message is too long to be sent
     */
    public void abort(int code, String message) throws IOException {
        tellAll(ControlMessage.of(ControlKind.ABORT, out -> {
            out.writeInt(ControlLink.LAUNCHER);
            out.writeInt(code);
            ControlMessage.writeText(out, message);
        }));
    }

    /** Closes every connection; ranks that are still there then end by themselves. */
    @Override
    public void close() throws IOException {
        listening.close();
        List<Closeable> open = new ArrayList<>();
        synchronized (this) {
            open.addAll(unproven);
            Arrays.stream(links).filter(link -> link != null).forEach(open::add);
        }
        for (Closeable connection : open) hangUp(connection);
        awaitAccepting();
    }

    private static Thread daemon(Runnable body, String name) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
    }

    // The port is free only when the thread that accepts has let go of it.
    private void awaitAccepting() {
        try {
            accepting.join(SECOND / 1_000_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                admit(socket);
                daemon(() -> serve(socket), "jmpi-rendezvous-connection").start();
            } catch (IOException e) {
                // Out of file descriptors, or closed: in the first case there may be some again in a moment.
                LockSupport.parkNanos(SECOND / 50);
            }
        }
    }

    private void admit(Socket socket) {
        Socket oldest = null;
        synchronized (this) {
            unproven.add(socket);
            Iterator<Socket> sockets = unproven.iterator();
            if (unproven.size() > Math.max(LEAST_UNPROVEN, 2 * size)) {
                oldest = sockets.next();
                sockets.remove();
            }
        }
        if (oldest != null) hangUp(oldest);
    }

    private void serve(Socket socket) {
        try {
            ControlLink link = ControlLink.accept(socket, secret, handshakeNanos);
            synchronized (this) {
                unproven.remove(socket);
            }
            if (enter(link)) listen(link);
        } catch (IOException e) {
            // A stranger, or a rank that ended in the middle of it: neither concerns the job.
            hangUp(socket);
        } finally {
            synchronized (this) {
                unproven.remove(socket);
            }
        }
    }

    /** Takes a rank's connection, unless there is no such rank or it had one before. */
    private boolean enter(ControlLink link) throws IOException {
        int rank = link.rank();
        String refusal = null;
        synchronized (this) {
            if (rank < 0 || rank >= size) refusal = "rank out of range: rank=" + rank + ", size=" + size;
            else if (links[rank] == null) links[rank] = link;
            else
                refusal = "rank " + rank + " has joined this job before"
                        + (pids[rank] > 0 ? ", as process " + pids[rank] : "");
        }
        if (refusal == null) return true;
        String reason = refusal;
        link.send(ControlMessage.of(ControlKind.REFUSED, out -> ControlMessage.writeText(out, reason)));
        link.close();
        return false;
    }

    private void listen(ControlLink link) {
        try {
            while (true) take(link, link.receive());
        } catch (IOException e) {
            hangUp(link);
            listener.disconnected(link.rank());
        }
    }

    private void take(ControlLink link, ControlMessage message) throws IOException {
        int rank = link.rank();
        DataInputStream body = message.reader();
        switch (message.kind()) {
            case HELLO:
                hello(rank, body.readLong(), RankTable.readAddress(body));
                break;
            case WAITED:
                link.send(ControlMessage.of(ControlKind.MISSING, this::writeMissing));
                break;
            case ABORT:
                listener.aborted(body.readInt(), body.readInt(), ControlMessage.readText(body));
                break;
            case FAILED:
                listener.failed(body.readInt(), ControlMessage.readText(body));
                break;
            case EXITS:
                listener.exits(body.readInt());
                break;
            case PEER_LOST:
                listener.peerLost(rank, body.readInt(), ControlMessage.readText(body));
                break;
            case FINALIZED:
                listener.finalized(rank);
                break;
            case BLOCKED:
                listener.blocked(rank, BlockedCall.read(body));
                break;
            case DUMP_REPLY:
                boolean last = body.readBoolean();
                listener.dumped(rank, ControlMessage.readText(body), last);
                break;
            default:
                throw new IOException("a rank does not send " + message.kind());
        }
    }

    private void hello(int rank, long pid, PeerAddress address) throws IOException {
        synchronized (this) {
            if (pids[rank] != 0) throw new IOException("second HELLO of rank " + rank);
            pids[rank] = pid;
        }
        // Before the address counts: the last of them lets all ranks go on, and this one may have ended a moment later.
        listener.hello(rank, pid, address);
        RankTable table = null;
        synchronized (this) {
            addresses[rank] = address;
            if (missing().isEmpty()) table = new RankTable(List.of(addresses));
        }
        if (table != null) tellAll(ControlMessage.of(ControlKind.TABLE, table::write));
    }

    private List<Integer> missing() {
        return IntStream.range(0, size)
                .filter(rank -> addresses[rank] == null)
                .boxed()
                .collect(Collectors.toList());
    }

    private void writeMissing(DataOutputStream out) throws IOException {
        List<Integer> ranks;
        synchronized (this) {
            ranks = missing();
        }
        out.writeInt(ranks.size());
        for (int rank : ranks) out.writeInt(rank);
    }

    /** Returns the ranks that were told. */
    private List<Integer> tellAll(ControlMessage message) {
        List<ControlLink> connected;
        synchronized (this) {
            connected = Arrays.stream(links).filter(link -> link != null).collect(Collectors.toList());
        }
        List<Integer> told = new ArrayList<>();
        for (ControlLink link : connected) {
            try {
                link.send(message);
                told.add(link.rank());
            } catch (IOException e) {
                hangUp(link);
            }
        }
        return told;
    }

    // Whoever reads from the connection learns of it there.
    private static void hangUp(Closeable connection) {
        try {
            connection.close();
        } catch (IOException ignored) {
            // It is closed already, or as good as that.
        }
    }
}
