package org.jmpi.comm.control;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jmpi.comm.trust.Admission;
import org.jmpi.comm.trust.AuthenticatedServer;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.SocketCarrier;

/**
 * Accepts the connections of the processes that run on this host, and passes on their messages. jmpirun has one, and so
 * has its agent on each other host.
 *
 * <p>A connection that has not proved the job's secret within {@value #HANDSHAKE_SECONDS} s is dropped
 * ({@link AuthenticatedServer}); a busy host may start a rank slowly.
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
    private final AuthenticatedServer<ControlSocket> server;

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
        server = new AuthenticatedServer<>("jmpi-launcher", processes.size(), this::greet, this::receive);
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
        LauncherServer launcher = new LauncherServer(listening, processes, secret, listener, handshakeNanos);
        launcher.server.accept(listening);
        return launcher;
    }

    /** {@return the address on which the server listens} */
    public InetSocketAddress address() {
        return (InetSocketAddress) listening.getLocalSocketAddress();
    }

    /** Closes every connection; ranks that are still there then end by themselves. */
    @Override
    public void close() {
        server.close();
        List<ControlSocket> open;
        synchronized (this) {
            open = List.copyOf(joined.values());
        }
        open.forEach(SocketCarrier::hangUp);
    }

    /** Takes a process's connection; returns null if there is no such process or it had one before. */
    private ControlSocket greet(Socket socket, Admission<Socket> admission) throws IOException {
        ControlSocket connection = ControlSocket.accept(socket, secret, handshakeNanos, admission);
        String refusal = refusal(connection);
        if (refusal == null) return connection;
        connection.send(new ControlMessage.Refused(refusal));
        connection.close();
        return null;
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
