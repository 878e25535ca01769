package org.jmpi.run.launcher;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.trust.Admission;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.SocketCarrier;
import org.jmpi.tls.Tls;

/** Takes the connections of agents that one command has started, until each host has one. */
final class AgentServer implements AutoCloseable {
    /** The channel of an agent, version 1. */
    static final String PROTOCOL = "JMPI-AG1";

    /** Stands for jmpirun and for agents, which have no rank. */
    static final int NO_RANK = -1;

    private static final int LEAST_BACKLOG = 128;
    private static final long TROUBLE_MILLIS = 1000;
    private static final long END_MILLIS = 2000;
    private static final long HANDSHAKE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long ACCEPT_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final AgentStart start;
    private final Launcher.Listener listener;
    private final AgentStreams.Protection protection;

    /** Null for connections in clear. */
    private final Tls tls;

    private final ServerSocket listening;
    private final Admission<Socket> admission;
    private final Set<String> awaited;
    private final Set<AgentConnection> open = new LinkedHashSet<>();

    /** The names of agents, which have proved the secret, that no host of the job has. */
    private final Set<String> unexpected = new LinkedHashSet<>();

    private AgentConnection command;

    /** The output of the command. */
    private PrintedLines printed;

    /** @param address the one to listen on; null for all */
    AgentServer(AgentStart start, Launcher.Listener listener, InetAddress address) throws IOException {
        this.start = start;
        this.listener = listener;
        protection = protection(start);
        tls = protection.open();
        awaited = new LinkedHashSet<>(start.hosts());
        admission = new Admission<>(start.hosts().size(), SocketCarrier::hangUp);
        listening = bind(address);
    }

    /** Returns how the connections of agents are protected. */
    static AgentStreams.Protection protection(AgentStart start) {
        return new AgentStreams.Protection(
                start.secret(), start.config().nat(), start.config().tls());
    }

    private ServerSocket bind(InetAddress address) throws IOException {
        int backlog = Math.max(LEAST_BACKLOG, start.hosts().size());
        return start.config().ports().bind(0, port -> new ServerSocket(port, backlog, address));
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Begins to take connections. */
    void begin(AgentConnection ofCommand) {
        synchronized (this) {
            command = ofCommand;
            printed = new PrintedLines(new BufferedInputStream(ofCommand.in()));
        }
        new DaemonThread(this::accept, "jmpirun-agents").start();
        new DaemonThread(this::watch, "jmpirun-agents-command").start();
        CompletableFuture.delayedExecutor(start.nanos(), TimeUnit.NANOSECONDS).execute(() -> failAll(silence()));
    }

    private String silence() {
        List<String> strangers;
        AgentConnection started;
        synchronized (this) {
            strangers = List.copyOf(unexpected);
            started = command;
        }
        String said = started.trouble(1);
        return "its agent has not connected to port " + port() + " of this host within "
                + TimeUnit.NANOSECONDS.toSeconds(start.nanos()) + " s"
                + (said.isEmpty() ? "" : " (" + said + ")")
                + (strangers.isEmpty()
                        ? ": does a firewall drop connections? (--iface, --ports)"
                        : "; agents of other names have: " + String.join(", ", strangers));
    }

    /** Reads what the command writes to its end. */
    private void watch() {
        try {
            while (printed.readLine() != null) continue;
        } catch (IOException e) {
            // It has been ended.
        }
        failAll(command.failure(TROUBLE_MILLIS, printed));
        close();
    }

    private void failAll(String reason) {
        List<String> failed;
        synchronized (this) {
            failed = List.copyOf(awaited);
            awaited.clear();
        }
        for (String host : failed) listener.failed(host, reason.replace("HOST", host));
    }

    private void accept() {
        while (!listening.isClosed()) {
            Socket socket = null;
            try {
                socket = listening.accept();
                admission.add(socket);
                Socket accepted = socket;
                new DaemonThread(() -> greet(accepted), "jmpirun-agents-connection").start();
            } catch (IOException | RuntimeException | Error e) {
                if (socket != null) admission.refuse(socket, e.toString());
                // It is closed, or no file descriptor, thread or memory is left for a moment.
                if (!listening.isClosed()) LockSupport.parkNanos(ACCEPT_PAUSE_NANOS);
            }
        }
    }

    private void greet(Socket socket) {
        AgentStreams streams;
        String host;
        try {
            socket.setTcpNoDelay(true);
            streams = AgentStreams.ofAcceptor(socket, protection, tls, HANDSHAKE_NANOS);
            Handshake handshake = Handshake.acceptor(PROTOCOL, NO_RANK, streams.proof());
            SocketCarrier.accept(handshake, socket, streams.in(), streams.out(), HANDSHAKE_NANOS, admission);
            host = new DataInputStream(streams.in()).readUTF();
        } catch (IOException | RuntimeException e) {
            // A stranger, or an agent that tries again.
            admission.refuse(socket, e.toString());
            return;
        }
        admit(host, socket, streams);
    }

    private void admit(String host, Socket socket, AgentStreams streams) {
        SocketConnection connection = new SocketConnection(socket, streams, this::closed);
        boolean last;
        synchronized (this) {
            if (!awaited.remove(host)) {
                unexpected.add(host);
                SocketCarrier.hangUp(socket);
                return;
            }
            open.add(connection);
            last = awaited.isEmpty();
        }
        if (last) stopListening();
        listener.connected(host, connection);
    }

    /** The last connection that is closed ends the command. */
    private void closed(AgentConnection connection) {
        synchronized (this) {
            open.remove(connection);
            if (!open.isEmpty() || !awaited.isEmpty()) return;
        }
        close();
    }

    private void stopListening() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new IllegalStateException("cannot close port " + port(), e);
        }
        admission.close();
    }

    @Override
    public void close() {
        stopListening();
        AgentConnection started;
        synchronized (this) {
            started = command;
        }
        if (started == null) return;
        // The command ends when all agents have ended and what was copied for them is removed.
        started.trouble(END_MILLIS);
        started.close();
    }
}
