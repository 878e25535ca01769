package org.jmpi.comm.dynamic;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.transport.ListenAddresses;
import org.jmpi.comm.transport.LocalAddresses;
import org.jmpi.comm.transport.SocketAddresses;
import org.jmpi.comm.trust.Admission;
import org.jmpi.comm.trust.AuthenticatedServer;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.SocketCarrier;

/**
 * A port at which groups of other worlds connect. Its name says where it listens, and holds no secret: who connects
 * proves a key, and so does the port.
 */
final class Port implements Connector.OpenPort {
    private static final String PREFIX = "jmpi:";
    private static final int LOOK_MILLIS = 50;

    /** The time in ms between two looks at whether a root that waits is still there. */
    private static final int WATCH_MILLIS = 500;

    private static final Pattern NAME = Pattern.compile(PREFIX + "(.+)/(\\d{1,10})");

    private final String name;
    private final JobSecret key;
    private final JmpiConfig config;
    private final AuthenticatedServer<RootChannel> server;

    /** The roots that nobody has taken, in their order; guarded by this. */
    private final Queue<RootChannel> waiting = new ArrayDeque<>();

    /** Guarded by this. */
    private boolean closed;

    /**
     * The location that a name stands for.
     *
     * @param addresses where the port listens
     * @param tag tells the ports of an address apart that follow each other: each has a key of its own by it
     */
    record Location(List<InetSocketAddress> addresses, int tag) {
        /** Returns the key of this port alone, by that of all ports. */
        JobSecret key(JobSecret common) {
            return Port.key(common, tag);
        }

        /** @throws CommException of class PORT if a text is no name of a port */
        static Location parse(String name) {
            Matcher parts = NAME.matcher(name == null ? "" : name);
            try {
                if (parts.matches())
                    return new Location(SocketAddresses.parseAll(parts.group(1)), Integer.parseInt(parts.group(2)));
            } catch (IOException | NumberFormatException e) {
                throw new CommException(ErrorClass.PORT, malformed(name), e);
            }
            throw new CommException(ErrorClass.PORT, malformed(name));
        }

        private static String malformed(String name) {
            return "not a port name that Open_port has returned: " + name;
        }
    }

    private Port(JobSecret common, boolean local, JmpiConfig config) throws IOException {
        int tag = ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
        this.key = key(common, tag);
        this.config = config;
        this.server = new AuthenticatedServer<>("jmpi-port", 1, this::greet, this::admit);
        try {
            ListenAddresses where = ListenAddresses.of(local, config, local ? null : LocalAddresses.ofHost());
            this.name = PREFIX + SocketAddresses.text(where.published(listen(where))) + "/" + tag;
            if (name.length() > DynamicProcesses.MAX_PORT_NAME)
                throw new IOException("too many addresses for the name of a port: " + name);
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /**
     * Begins to listen.
     *
     * @param key what both sides prove
     * @param local whether only processes of this host connect
     * @throws IOException if this process cannot listen
     */
    static Port open(JobSecret key, boolean local, JmpiConfig config) throws IOException {
        return new Port(key, local, config);
    }

    private static JobSecret key(JobSecret common, int tag) {
        return JobSecret.derive(
                common.toBytes(), ByteBuffer.allocate(Integer.BYTES).putInt(tag).array());
    }

    private List<Integer> listen(ListenAddresses where) throws IOException {
        List<Integer> ports = new ArrayList<>();
        for (InetAddress address : where.bound()) {
            ServerSocket socket = config.ports().bind(0, port -> new ServerSocket(port, server.most(), address));
            ports.add(socket.getLocalPort());
            server.accept(socket);
        }
        return ports;
    }

    private RootChannel greet(Socket socket, Admission<Socket> admission) throws IOException {
        return RootChannel.accept(socket, key, config, admission);
    }

    /** Lets a root wait until it is taken or gives up; by the thread of its connection. */
    private synchronized void admit(RootChannel channel) {
        if (closed) {
            SocketCarrier.hangUp(channel);
            return;
        }
        waiting.add(channel);
        notifyAll();
        try {
            while (waiting.contains(channel)) {
                wait(WATCH_MILLIS);
                // The lock keeps the root from being taken meanwhile: two threads must not read.
                if (waiting.contains(channel) && channel.hasEnded()) waiting.remove(channel);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns how many roots wait. */
    synchronized int waits() {
        return waiting.size();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public RootChannel accept(Runnable wait) {
        while (true) {
            RootChannel channel = poll();
            if (channel != null && channel.take(wait)) return channel;
            wait.run();
        }
    }

    private synchronized RootChannel poll() {
        try {
            if (waiting.isEmpty()) wait(LOOK_MILLIS);
            RootChannel first = waiting.poll();
            notifyAll();
            return first;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommException(ErrorClass.OTHER, "interrupted while waiting at a port", e);
        }
    }

    @Override
    public void close() {
        List<RootChannel> refused = new ArrayList<>();
        synchronized (this) {
            closed = true;
            refused.addAll(waiting);
            waiting.clear();
            notifyAll();
        }
        refused.forEach(SocketCarrier::hangUp);
        server.close();
    }
}
