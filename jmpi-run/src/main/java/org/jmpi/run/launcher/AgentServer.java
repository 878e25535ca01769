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
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.trust.Admission;
import org.jmpi.comm.trust.AuthenticatedServer;
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

    /** A connection whose agent has proved the secret, and named its host. */
    private record Greeted(String host, Socket socket, AgentStreams streams) {}

    private final AgentStart start;
    private final Launcher.StartListener listener;
    private final AgentStreams.Protection protection;

    /** Null for connections in clear. */
    private final Tls tls;

    private final ServerSocket listening;
    private final AuthenticatedServer<Greeted> server;
    private final Set<String> awaited;
    private final Set<AgentConnection> open = new LinkedHashSet<>();

    /** The names of agents, which have proved the secret, that no host of the job has. */
    private final Set<String> unexpected = new LinkedHashSet<>();

    private volatile AgentConnection command;

    /** @param address the one to listen on; null for all */
    AgentServer(AgentStart start, Launcher.StartListener listener, InetAddress address) throws IOException {
        this.start = start;
        this.listener = listener;
        protection = protection(start);
        tls = protection.open();
        awaited = new LinkedHashSet<>(start.hosts());
        server = new AuthenticatedServer<>("jmpirun-agents", start.hosts().size(), this::greet, this::admit);
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
        command = ofCommand;
        server.accept(listening);
        new DaemonThread(this::watch, "jmpirun-agents-command").start();
        CompletableFuture.delayedExecutor(start.nanos(), TimeUnit.NANOSECONDS).execute(() -> failAll(silence()));
    }

    private String silence() {
        List<String> strangers;
        synchronized (this) {
            strangers = List.copyOf(unexpected);
        }
        String said = command.trouble(1);
        return "its agent has not connected to port " + port() + " of this host within "
                + TimeUnit.NANOSECONDS.toSeconds(start.nanos()) + " s"
                + (said.isEmpty() ? "" : " (" + said + ")")
                + (strangers.isEmpty()
                        ? ": does a firewall drop connections? (--iface, --ports)"
                        : "; agents of other names have: " + String.join(", ", strangers));
    }

    /** Reads what the command writes to its end. */
    private void watch() {
        PrintedLines printed = new PrintedLines(new BufferedInputStream(command.in()));
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

    private Greeted greet(Socket socket, Admission<Socket> admission) throws IOException {
        socket.setTcpNoDelay(true);
        AgentStreams streams = AgentStreams.ofAcceptor(socket, protection, tls, HANDSHAKE_NANOS);
        Handshake handshake = Handshake.acceptor(PROTOCOL, NO_RANK, streams.proof());
        SocketCarrier.accept(handshake, socket, streams.in(), streams.out(), HANDSHAKE_NANOS, admission);
        return new Greeted(new DataInputStream(streams.in()).readUTF(), socket, streams);
    }

    private void admit(Greeted agent) {
        AgentStreams streams = agent.streams;
        AgentSocket connection = new AgentSocket(agent.socket, streams.in(), streams.out(), this::closed);
        boolean last;
        synchronized (this) {
            if (!awaited.remove(agent.host)) {
                unexpected.add(agent.host);
                SocketCarrier.hangUp(agent.socket);
                return;
            }
            open.add(connection);
            last = awaited.isEmpty();
        }
        if (last) server.close();
        listener.connected(agent.host, connection);
    }

    /** The last connection that is closed ends the command. */
    private void closed(AgentConnection connection) {
        synchronized (this) {
            open.remove(connection);
            if (!open.isEmpty() || !awaited.isEmpty()) return;
        }
        close();
    }

    @Override
    public void close() {
        SocketCarrier.hangUp(listening);
        server.close();
        if (command == null) return;
        // The command ends when all agents have ended and what was copied for them is removed.
        command.trouble(END_MILLIS);
        command.close();
    }
}
