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
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.trust.Admission;
import org.jmpi.comm.trust.JobSecret;

/**
 * The launcher's side of {@link ControlChannel}: collects the ranks' addresses, hands the table out, and passes on what
 * they tell.
 *
 * <p>One daemon thread accepts, and one per connection reads. A connection that has not proved the job's secret within
 * {@value #HANDSHAKE_SECONDS} s is dropped; a busy host may start a rank slowly. So is any of too many of them
 * ({@link Admission}); ranks then try again. While twice as many threads read from such connections, dropped ones
 * included, no other connection is accepted.
 */
public final class RendezvousServer implements AutoCloseable {
    private static final int HANDSHAKE_SECONDS = 60;
    private static final long SECOND = 1_000_000_000L;
    private static final int BACKLOG = 1024;

    private final ServerSocket listening;
    private final int size;
    private final JobSecret secret;
    private final RendezvousListener listener;
    private final long handshakeNanos;
    private final Thread accepting = daemon(this::accept, "jmpi-rendezvous");
    private final Admission<Socket> admission;

    /** Threads that may begin to read. */
    private final Semaphore greeters;

    private final ControlLink[] links;
    private final long[] pids;

    /** Those of the ranks that have said HELLO since the last table. */
    private final PeerAddress[] addresses;

    private RendezvousServer(
            ServerSocket listening, int size, JobSecret secret, RendezvousListener listener, long handshakeNanos) {
        this.listening = listening;
        this.size = size;
        this.secret = secret;
        this.listener = listener;
        this.handshakeNanos = handshakeNanos;
        admission = new Admission<>(size, RendezvousServer::hangUp);
        greeters = new Semaphore(2 * admission.most());
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
            listening.bind(address, Math.max(BACKLOG, size));
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
     * Asks every connected process for its state; the listener gets the answers.
     *
     * @return the first rank of each process that has been asked
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
        admission.close();
        List<ControlLink> open;
        synchronized (this) {
            open = Arrays.stream(links).filter(link -> link != null).collect(Collectors.toList());
        }
        open.forEach(RendezvousServer::hangUp);
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
            greeters.acquireUninterruptibly();
            Socket socket = null;
            try {
                socket = listening.accept();
                admission.add(socket);
                Socket accepted = socket;
                daemon(() -> serve(accepted), "jmpi-rendezvous-connection").start();
            } catch (IOException | RuntimeException | Error e) {
                greeters.release();
                if (socket != null) admission.refuse(socket, e.toString());
                // Out of file descriptors, threads or memory, of which there may be some again in a moment.
                if (!listening.isClosed()) LockSupport.parkNanos(SECOND / 50);
            }
        }
    }

    private void serve(Socket socket) {
        try {
            ControlLink link = greet(socket);
            if (enter(link)) listen(link);
        } catch (IOException e) {
            // A stranger, or a rank that ended in the middle of it: neither concerns the job.
            admission.refuse(socket, e.getMessage());
        }
    }

    private ControlLink greet(Socket socket) throws IOException {
        try {
            return ControlLink.accept(socket, secret, handshakeNanos, admission);
        } finally {
            greeters.release();
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
                hello(
                        rank,
                        body.readLong(),
                        RankTable.read(body, 1, size - rank).addresses());
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
                listener.peerLost(body.readInt(), body.readInt(), ControlMessage.readText(body));
                break;
            case FINALIZED:
                listener.finalized(body.readInt());
                break;
            case ENDED:
                listener.ended(body.readInt());
                break;
            case NOTE:
                listener.noted(rank, ControlMessage.readText(body));
                break;
            case BLOCKED:
                listener.blocked(rank, StateBodies.readCalls(body));
                break;
            case DUMP_REPLY:
                listener.dumped(rank, ControlMessage.readText(body), ControlMessage.readText(body));
                break;
            case STACKS:
                listener.stacks(rank, StateBodies.readStacks(body));
                break;
            default:
                throw new IOException("a rank does not send " + message.kind());
        }
    }

    private void hello(int first, long pid, List<PeerAddress> theirs) throws IOException {
        synchronized (this) {
            for (int i = 0; i < theirs.size(); i++)
                if (addresses[first + i] != null) throw new IOException("second HELLO of rank " + (first + i));
            pids[first] = pid;
        }
        // Before the addresses count: the last of them lets all ranks go on, and these may have ended a moment later.
        listener.hello(first, pid, theirs);
        RankTable table = null;
        synchronized (this) {
            for (int i = 0; i < theirs.size(); i++) addresses[first + i] = theirs.get(i);
            if (missing().isEmpty()) {
                table = new RankTable(List.of(addresses));
                Arrays.fill(addresses, null);
            }
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
