package org.jmpi.run.launcher;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.SequenceInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.FlakyRelay;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents that connect to jmpirun by TCP, in clear and encrypted. */
@Timeout(60)
class AgentServerTest implements Launcher.StartListener {
    private static final String NODE = "node7";
    /** An agent that is refused tries for so long. */
    private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final JobSecret secret = JobSecret.create();
    private final BlockingQueue<AgentConnection> connected = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> failures = new LinkedBlockingQueue<>();
    private String said = "";

    @Override
    public void connected(String host, AgentConnection connection) {
        assertEquals(NODE, host);
        connected.add(connection);
    }

    @Override
    public void failed(String host, String reason) {
        failures.add(reason);
    }

    private AgentServer server(boolean tls) throws IOException {
        return server(tls, 50);
    }

    private AgentServer server(boolean tls, long seconds) throws IOException {
        Properties settings = new Properties();
        settings.setProperty("jmpi.tls", tls ? "on" : "off");
        JmpiConfig config = JmpiConfig.load(settings, Map.of());
        AgentStart start = new AgentStart(
                List.of(NODE), List.of(), List.of(), "job", secret, config, null, TimeUnit.SECONDS.toNanos(seconds));
        AgentServer server = new AgentServer(start, this, InetAddress.getLoopbackAddress());
        server.begin(new SilentCommand(said));
        return server;
    }

    /** Connects as an agent whose standard input stays open. */
    private static AgentConnection connect(AgentServer server, JobSecret secret, boolean tls) throws IOException {
        return connect(server, secret, tls, NODE);
    }

    private static AgentConnection connect(AgentServer server, JobSecret secret, boolean tls, String node)
            throws IOException {
        return connect(server.port(), secret, tls, node);
    }

    private static AgentConnection connect(int port, JobSecret secret, boolean tls, String node) throws IOException {
        String line = secret.toHex() + " 127.0.0.1:" + port + " false " + tls + "\n";
        PipedInputStream open = new PipedInputStream();
        PipedOutputStream writer = new PipedOutputStream(open);
        InputStream input =
                new SequenceInputStream(new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8)), open);
        AgentConnection connection = AgentClient.connect(input, Map.of("SLURMD_NODENAME", node), CONNECT_NANOS);
        return new Held(connection, writer);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bytesGoBothWays(boolean tls) throws Exception {
        try (AgentServer server = server(tls);
                AgentConnection agent = connect(server, secret, tls);
                AgentConnection here = connected.take()) {
            byte[] bytes = "sealed orders".getBytes(StandardCharsets.UTF_8);
            here.out().write(bytes);
            here.out().flush();
            assertArrayEquals(bytes, agent.in().readNBytes(bytes.length));
            agent.out().write(bytes);
            agent.out().flush();
            assertArrayEquals(bytes, here.in().readNBytes(bytes.length));
        }
    }

    /** A server that is busy, or that strangers connect to, drops some connections. */
    @Test
    void anAgentThatIsDroppedConnectsAgain() throws Exception {
        try (AgentServer server = server(true);
                FlakyRelay relay =
                        new FlakyRelay(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
                AgentConnection agent = connect(relay.address().getPort(), secret, true, NODE);
                AgentConnection here = connected.take()) {
            here.out().write(7);
            here.out().flush();
            assertEquals(7, agent.in().read());
        }
    }

    /** More than the server lets wait, who hold their connections. */
    @Test
    void strangersKeepNoAgentOut() throws Exception {
        List<Socket> strangers = new ArrayList<>();
        try (AgentServer server = server(false)) {
            for (int i = 0; i < 300; i++) strangers.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
            strangers.get(299).getOutputStream().write(new byte[100]);
            try (AgentConnection agent = connect(server, secret, false)) {
                assertEquals(0, agent.in().available());
            }
            connected.take().close();
        } finally {
            for (Socket stranger : strangers) stranger.close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAgentOfAnotherJobIsRefused(boolean tls) throws Exception {
        try (AgentServer server = server(tls)) {
            IOException refusal = assertThrows(IOException.class, () -> connect(server, JobSecret.create(), tls));
            assertTrue(refusal.getMessage().contains("it does not know this job's secret"), refusal.getMessage());
            assertTrue(connected.isEmpty());
        }
    }

    @Tag("full")
    @Test
    void anAgentInClearIsRefusedWhereTlsIsAsked() throws Exception {
        try (AgentServer server = server(true)) {
            assertThrows(IOException.class, () -> connect(server, secret, false));
            assertTrue(connected.isEmpty());
        }
    }

    @Test
    void anAgentWithAnotherNameIsNamedAtTheLimit() throws Exception {
        try (AgentServer server = server(false, 2);
                AgentConnection agent = connect(server, secret, false, "node8")) {
            assertEquals(-1, agent.in().read());
            String reason = failures.take();
            assertTrue(reason.endsWith(" within 2 s; agents of other names have: node8"), reason);
        }
    }

    /** One task of srun has failed, and the others go on. */
    @Test
    void whatTheCommandSaysIsReportedAtTheLimit() throws Exception {
        said = "no space left";
        try (AgentServer server = server(false, 1)) {
            String reason = failures.take();
            assertTrue(reason.contains(" within 1 s (no space left): "), reason);
            assertTrue(server.port() > 0);
        }
    }

    /** A connection that keeps the standard input of its agent open. */
    private record Held(AgentConnection agent, PipedOutputStream input) implements AgentConnection {
        @Override
        public InputStream in() {
            return agent.in();
        }

        @Override
        public OutputStream out() {
            return agent.out();
        }

        @Override
        public String trouble(long millis) {
            return agent.trouble(millis);
        }

        @Override
        public void close() {
            agent.close();
        }
    }

    /** Stands for srun: writes nothing until it is closed. */
    private static final class SilentCommand implements AgentConnection {
        private final PipedInputStream in = new PipedInputStream();
        private final PipedOutputStream writer = new PipedOutputStream();

        private final String said;

        SilentCommand(String said) throws IOException {
            this.said = said;
            writer.connect(in);
        }

        @Override
        public InputStream in() {
            return in;
        }

        @Override
        public OutputStream out() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public String trouble(long millis) {
            return said;
        }

        @Override
        public void close() {
            try {
                writer.close();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }
}
