package org.jmpi.comm.bootstrap;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.trust.Admission;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.SocketCarrier;

/**
 * Accepts the connections of the processes that run on this host, and passes on their messages. jmpirun has one, and so
 * has its agent on each other host.
 *
 * <p>One daemon thread accepts, and one per connection reads. A connection that has not proved the job's secret within
 * {@value #HANDSHAKE_SECONDS} s is dropped; a busy host may start a rank slowly. So is any of too many of them
 * ({@link Admission}); ranks then try again. While twice as many threads read from such connections, dropped ones
 * included, no other connection is accepted.
 */
public final class LauncherServer implements AutoCloseable {
    private static final int HANDSHAKE_SECONDS = 60;
    private static final long SECOND = 1_000_000_000L;
    private static final int BACKLOG = 1024;

    private final ServerSocket listening;
    private final Set<Integer> processes;
    private final JobSecret secret;
    private final LauncherListener listener;
    private final long handshakeNanos;
    private final Thread accepting = new DaemonThread(this::accept, "jmpi-launcher");
    private final Admission<Socket> admission;

    /** Threads that may begin to read. */
    private final Semaphore greeters;

    /** By the first rank of each process, also of those that have left. */
    private final Map<Integer, ControlSocket> joined = new HashMap<>();

    private final Map<Integer, Long> pids = new HashMap<>();

    private LauncherServer(
            ServerSocket listening,
            Set<Integer> processes,
            JobSecret secret,
            LauncherListener listener,
            long handshakeNanos) {
        this.listening = listening;
        this.processes = Set.copyOf(processes);
        this.secret = secret;
        this.listener = listener;
        this.handshakeNanos = handshakeNanos;
        admission = new Admission<>(processes.size(), SocketCarrier::hangUp);
        greeters = new Semaphore(2 * admission.most());
    }

    /**
     * Starts to listen.
     *
     * @param address where; port 0 takes any that is free
     * @param processes the first rank of each process that may connect
     * @param secret what a process has to prove that it knows
     * @param listener receives the messages
     * @return the server, which listens
     * @throws IOException if the address is in use or not one of this host
     */
    public static LauncherServer open(
            InetSocketAddress address, Set<Integer> processes, JobSecret secret, LauncherListener listener)
            throws IOException {
        return open(address, processes, secret, listener, HANDSHAKE_SECONDS * SECOND);
    }

    static LauncherServer open(
            InetSocketAddress address,
            Set<Integer> processes,
            JobSecret secret,
            LauncherListener listener,
            long handshakeNanos)
            throws IOException {
        ServerSocket listening = new ServerSocket();
        try {
            listening.bind(address, Math.max(BACKLOG, processes.size()));
        } catch (IOException e) {
            listening.close();
            throw e;
        }
        LauncherServer server = new LauncherServer(listening, processes, secret, listener, handshakeNanos);
        server.accepting.start();
        return server;
    }

    /** {@return the address on which the server listens} */
    public InetSocketAddress address() {
        return (InetSocketAddress) listening.getLocalSocketAddress();
    }

    /** Closes every connection; ranks that are still there then end by themselves. */
    @Override
    public void close() throws IOException {
        listening.close();
        admission.close();
        List<ControlSocket> open;
        synchronized (this) {
            open = List.copyOf(joined.values());
        }
        open.forEach(SocketCarrier::hangUp);
        awaitAccepting();
    }

    // The port is free only after the accepting thread has closed it.
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
                new DaemonThread(() -> serve(accepted), "jmpi-launcher-connection").start();
            } catch (IOException | RuntimeException | Error e) {
                greeters.release();
                if (socket != null) admission.refuse(socket, e.toString());
                // Out of file descriptors, threads or memory, of which there may be some again in a moment.
                if (!listening.isClosed()) LockSupport.parkNanos(SECOND / 50);
            }
        }
    }

    private void serve(Socket socket) {
        ControlSocket connection;
        try {
            connection = greet(socket);
            if (!enter(connection)) return;
        } catch (IOException | RuntimeException e) {
            // A stranger, or a rank that ended in the middle of it: neither concerns the job.
            admission.refuse(socket, e.getMessage());
            return;
        }
        receive(connection);
    }

    private ControlSocket greet(Socket socket) throws IOException {
        try {
            return ControlSocket.accept(socket, secret, handshakeNanos, admission);
        } finally {
            greeters.release();
        }
    }

    /** Takes a process's connection, unless there is no such process or it had one before. */
    private boolean enter(ControlSocket connection) throws IOException {
        String refusal = refusal(connection);
        if (refusal == null) return true;
        connection.send(new ControlMessage.Refused(refusal));
        connection.close();
        return false;
    }

    private synchronized String refusal(ControlSocket connection) {
        int rank = connection.rank();
        if (!processes.contains(rank)) return "rank " + rank + " is none of the ranks that are started here";
        if (joined.putIfAbsent(rank, connection) == null) return null;
        Long pid = pids.get(rank);
        return "rank " + rank + " has joined this job before" + (pid == null ? "" : ", as process " + pid);
    }

    private void receive(ControlSocket connection) {
        int rank = connection.rank();
        listener.connected(rank, connection);
        try {
            while (true) receive(rank, connection.receive());
        } catch (IOException e) {
            // It has ended, or the rank has sent what makes no sense.
            return;
        } finally {
            SocketCarrier.hangUp(connection);
            listener.disconnected(rank);
        }
    }

    private void receive(int rank, ControlMessage message) throws IOException {
        if (!(message instanceof ControlMessage.ToLauncher sent))
            throw new IOException("a rank does not send " + message.name());
        if (sent instanceof ControlMessage.Fence fence) note(rank, fence.pid());
        listener.received(rank, sent);
    }

    private synchronized void note(int rank, long pid) {
        pids.put(rank, pid);
    }
}
