package org.jmpi.run.launcher;

import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.transport.LocalAddresses;
import org.jmpi.comm.transport.SocketAddresses;
import org.jmpi.comm.trust.ConnectFailures;
import org.jmpi.comm.trust.ConnectRetry;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.SocketCarrier;
import org.jmpi.tls.Tls;

/** An agent's side of {@link AgentServer}. */
public final class AgentClient {
    /** The word behind an agent's command which says that it has to connect. */
    public static final String OPTION = "--connect";

    private static final String NODE = "SLURMD_NODENAME";

    /** The longest time for all attempts. A busy host may take long, and jmpirun waits longer. */
    private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(45);

    /** The longest time for one: another host may have the address, and say nothing. */
    private static final long HANDSHAKE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private AgentClient() {}

    /**
     * Reads the secret of the job and where jmpirun listens, and connects.
     *
     * @param input one line of {@link SrunLauncher}; when it ends, so does the connection
     * @param environment the variables of this process
     * @return the channel to jmpirun
     * @throws IOException if the line makes no sense, or no address takes the connection; the message has the failure
     *     of each
     */
    public static AgentConnection connect(InputStream input, Map<String, String> environment) throws IOException {
        return connect(input, environment, CONNECT_NANOS);
    }

    /** @param nanos the longest time for all attempts, in ns */
    static AgentConnection connect(InputStream input, Map<String, String> environment, long nanos) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
        String line = lines.readLine();
        String[] words = line == null ? new String[0] : line.split(" ");
        if (words.length != 4) throw new IOException("no secret and addresses on standard input");
        AgentConnection connection = connect(
                new AgentStreams.Protection(
                        JobSecret.fromHex(words[0]), Boolean.parseBoolean(words[2]), Boolean.parseBoolean(words[3])),
                SocketAddresses.parseAll(words[1]),
                environment.getOrDefault(NODE, environment.getOrDefault("HOSTNAME", "?")),
                nanos);
        new DaemonThread(() -> closeAtEnd(lines, connection), "agent-stdin").start();
        return connection;
    }

    private static void closeAtEnd(BufferedReader lines, AgentConnection connection) {
        try {
            while (lines.readLine() != null) continue;
        } catch (IOException e) {
            // As good as its end.
        }
        connection.close();
    }

    private static AgentConnection connect(
            AgentStreams.Protection protection, List<InetSocketAddress> addresses, String node, long nanos)
            throws IOException {
        Tls tls = protection.open();
        List<InetSocketAddress> ordered = LocalAddresses.ofHost().order(addresses);
        try {
            return ConnectRetry.connect(
                    nanos,
                    ordered,
                    new ConnectFailures(),
                    (address, left) -> connect(address, protection, tls, node, Math.min(left, HANDSHAKE_NANOS)));
        } catch (IOException e) {
            throw new IOException("cannot connect to jmpirun: " + e.getMessage(), e);
        }
    }

    /** @param nanos the longest time of each part of the handshake, in ns */
    private static AgentConnection connect(
            InetSocketAddress address, AgentStreams.Protection protection, Tls tls, String node, long nanos)
            throws IOException {
        Socket socket = new Socket(Proxy.NO_PROXY);
        try {
            socket.connect(address, ConnectRetry.REACH_MILLIS);
            socket.setTcpNoDelay(true);
            AgentStreams streams = AgentStreams.ofInitiator(socket, protection, tls, nanos);
            Handshake handshake = Handshake.initiator(
                    AgentServer.PROTOCOL, AgentServer.NO_RANK, AgentServer.NO_RANK, streams.proof());
            SocketCarrier.carry(handshake, socket, streams.in(), streams.out(), nanos);
            new DataOutputStream(streams.out()).writeUTF(node);
            return new AgentSocket(socket, streams.in(), streams.out(), closed -> {});
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }
}
