package org.jmpi.run.agent;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.transport.HeartbeatSocket;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.run.launcher.AgentConnection;
import org.jmpi.run.launcher.AgentStart;
import org.jmpi.run.launcher.Launcher;
import org.jmpi.run.launcher.Preload;
import org.jmpi.run.launcher.PrintedLines;
import org.jmpi.run.system.BadInputException;

/**
 * The agents below this process, which is jmpirun or an agent: those that it starts itself, and those that these start.
 * It knows by which channel each is reached.
 */
public final class AgentTree implements AutoCloseable {
    /** A host that is busy beyond reason may start a JVM slowly. */
    private static final long START_SECONDS = 60;

    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(START_SECONDS);

    /** How long the reason of a failed start may take. */
    private static final long START_MILLIS = 1000;

    /**
     * The same for a loss, of which ranks on other hosts learn at once, too: its cause has to be known before theirs.
     */
    private static final long LOSS_MILLIS = 100;

    /** A host that prints text and then waits, as for an answer, is named after so many seconds. */
    private static final long PRINTING_SECONDS = 5;

    /** One that prints nothing: ssh has then had its time to connect. */
    private static final long SILENT_SECONDS = 15;

    private static final int BUFFER = 64 << 10;

    private final AgentCommand command;

    /** The jar of agents, if it is copied to each host. */
    private final FileChannel bundle;

    private final Launcher launcher;
    private final JobSecret secret;
    private final JmpiConfig config;
    private final long boundNanos;
    private final AgentListener listener;

    /** The agents that this process starts, by the numbers of their hosts. */
    private final Map<Integer, Child> children = new ConcurrentSkipListMap<>();

    /** By the number of each host: the agent that it is or is reached by. */
    private final Map<Integer, Child> routes = new ConcurrentHashMap<>();

    private final HeartbeatSocket datagrams;
    private volatile boolean closed;

    /**
     * Receives what agents send, and what this process says of those that it starts itself: {@link
     * AgentMessage.Arrived}, {@link AgentMessage.Waits}, {@link AgentMessage.Lost}. The calls for the agents behind one
     * channel come one after the other.
     */
    @FunctionalInterface
    public interface AgentListener {
        /**
         * A frame from an agent, or about it, has come.
         *
         * @throws IOException if it makes no sense
         */
        void received(AgentFrame frame) throws IOException;
    }

    /**
     * @param bundle the jar of agents; not used if it is at its place on each host
     * @param boundNanos how long an agent may be silent, in ns
     * @throws BadInputException if there is no such launcher
     */
    public AgentTree(
            AgentCommand command,
            FileChannel bundle,
            JobSecret secret,
            JmpiConfig config,
            long boundNanos,
            AgentListener listener) {
        this.command = command;
        this.bundle = bundle;
        this.launcher = launcher(command.launcher());
        this.secret = secret;
        this.config = config;
        this.boundNanos = boundNanos;
        this.listener = listener;
        this.datagrams = datagrams(config, secret);
    }

    /** Returns what takes heart-beats beside channels; null if this host does not allow it. */
    static HeartbeatSocket datagrams(JmpiConfig config, JobSecret secret) {
        try {
            // From the highest port on: the ranks begin with the lowest one.
            return HeartbeatSocket.open(config, secret, config.ports().size() - 1);
        } catch (IOException e) {
            return null;
        }
    }

    static Launcher launcher(String name) {
        List<String> names = new ArrayList<>();
        for (Launcher launcher : ServiceLoader.load(Launcher.class, AgentTree.class.getClassLoader())) {
            if (launcher.name().equals(name)) return launcher;
            names.add(launcher.name());
        }
        throw new BadInputException("--launcher " + name + ": there are " + String.join(", ", names));
    }

    /**
     * Starts the agents of some hosts, and has them start the others if they are many.
     *
     * @param hosts the name of each host, by its number
     */
    public void start(Map<Integer, String> hosts) {
        Map<String, Child> byName = new LinkedHashMap<>();
        for (Map<Integer, String> group : groups(hosts, launcher.fanout())) {
            Child child = new Child(group);
            children.put(child.host, child);
            for (int host : group.keySet()) routes.put(host, child);
            byName.put(child.name, child);
        }
        AgentStart start = new AgentStart(
                List.copyOf(byName.keySet()),
                command.words(),
                command.rshAgent(),
                command.job(),
                secret,
                config,
                command.preload().isEmpty() ? null : new Preload(bundle, command.preload()),
                START_NANOS);
        launcher.start(start, new Launcher.StartListener() {
            @Override
            public void connected(String host, AgentConnection connection) {
                byName.get(host).connected(connection);
            }

            @Override
            public void failed(String host, String reason) {
                byName.get(host).lost(reason);
            }
        });
    }

    /** Divides hosts into so many groups of about equal size; the first host of a group starts the others. */
    static List<Map<Integer, String>> groups(Map<Integer, String> hosts, int most) {
        int count = Math.min(most, hosts.size());
        List<Map<Integer, String>> groups = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>(new TreeMap<>(hosts).keySet());
        for (int i = 0; i < count; i++) {
            Map<Integer, String> group = new TreeMap<>();
            int end = (int) ((long) numbers.size() * (i + 1) / count);
            for (int at = (int) ((long) numbers.size() * i / count); at < end; at++)
                group.put(numbers.get(at), hosts.get(numbers.get(at)));
            groups.add(group);
        }
        return groups;
    }

    /** Sends a message to an agent; one that is lost gets none. */
    public void send(int host, AgentMessage message) {
        forward(AgentFrame.of(host, message));
    }

    /** Sends a frame to the agent that it is for, on the way by which it is reached. */
    void forward(AgentFrame frame) {
        Child child = routes.get(frame.host());
        if (child != null) child.forward(frame);
    }

    /** Gives the listener a message about an agent that this process starts. */
    private void tell(int host, AgentMessage message) {
        try {
            listener.received(AgentFrame.of(host, message));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until all agents have ended or are lost. */
    public boolean awaitEnd(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        for (Child child : children.values()) if (!child.awaitEnd(deadline - System.nanoTime())) return false;
        return true;
    }

    /** Ends all channels at once: the agents then end by themselves. */
    @Override
    public void close() {
        closed = true;
        children.values().forEach(Child::close);
        if (datagrams != null) datagrams.close();
    }

    /** An agent that this process starts. */
    private final class Child implements AgentChannel.Receiver {
        private final Map<Integer, String> group;
        private final int host;
        private final String name;
        private final CompletableFuture<Void> end = new CompletableFuture<>();
        private volatile AgentConnection connection;
        private volatile AgentChannel channel;
        private volatile boolean started;
        private boolean noted;

        /** @param group the hosts that are reached by it, its own first */
        Child(Map<Integer, String> group) {
            this.group = group;
            Map.Entry<Integer, String> head = group.entrySet().iterator().next();
            host = head.getKey();
            name = head.getValue();
        }

        /** Either this call sees that the tree is closed, or {@link #close} sees the connection. */
        void connected(AgentConnection made) {
            connection = made;
            if (closed) made.close();
            new DaemonThread(this::greet, "jmpirun-agent-" + name).start();
        }

        private void greet() {
            InputStream in = new BufferedInputStream(connection.in(), BUFFER);
            PrintedLines printed = new PrintedLines(in);
            CompletableFuture<Void> greeted = new CompletableFuture<>();
            after(PRINTING_SECONDS, () -> {
                if (!greeted.isDone() && !printed.last().isEmpty()) noteSilence(PRINTING_SECONDS, printed);
            });
            after(SILENT_SECONDS, () -> {
                if (!greeted.isDone()) noteSilence(SILENT_SECONDS, printed);
            });
            after(START_SECONDS, () -> {
                if (greeted.complete(null)) connection.close();
            });
            try {
                AgentGreeting greeting = AgentGreeting.read(printed);
                if (greeted.complete(null)) open(in, greeting);
                else throw new EOFException();
            } catch (IOException e) {
                String reason = e.getMessage();
                if (!greeted.complete(null)) reason = connection.silence(START_SECONDS, printed);
                else if (e instanceof EOFException) reason = connection.failure(START_MILLIS, printed);
                connection.close();
                lost(reason);
            }
        }

        private void after(long seconds, Runnable task) {
            CompletableFuture.delayedExecutor(seconds, TimeUnit.SECONDS).execute(task);
        }

        /** Notes once that a host has not come to the command; its JVM may start slowly. */
        private void noteSilence(long seconds, PrintedLines printed) {
            synchronized (this) {
                if (noted || printed.hasBegun()) return;
                noted = true;
            }
            tell(host, new AgentMessage.Waits(connection.silence(seconds, printed)));
        }

        private void open(InputStream in, AgentGreeting greeting) {
            connection.greeted();
            AgentChannel opened = new AgentChannel(
                    "jmpirun-agent-" + name,
                    in,
                    new BufferedOutputStream(connection.out(), BUFFER),
                    connection,
                    START_NANOS,
                    this);
            channel = opened;
            started = true;
            tell(host, new AgentMessage.Arrived(greeting.toString()));
            if (group.size() > 1) {
                Map<Integer, String> others = new TreeMap<>(group);
                others.remove(host);
                opened.send(host, new AgentMessage.Children(command, others));
            }
            opened.start();
            opened.bound(boundNanos, datagrams);
        }

        void forward(AgentFrame frame) {
            AgentChannel known = channel;
            if (known != null) known.forward(frame);
        }

        @Override
        public void received(AgentFrame frame) throws IOException {
            listener.received(frame);
        }

        @Override
        public void lost(String reason) {
            boolean wasStarted = started;
            String trouble = wasStarted ? connection.trouble(LOSS_MILLIS) : "";
            tell(host, new AgentMessage.Lost(wasStarted, reason + (trouble.isEmpty() ? "" : " (" + trouble + ")")));
            String ofOthers = "it is reached by the agent on " + name + ", which is lost";
            for (int other : group.keySet())
                if (other != host) tell(other, new AgentMessage.Lost(wasStarted, ofOthers));
            // A thread that awaits the end relies on it that nothing of the agent is left.
            if (wasStarted) connection.close();
            end.complete(null);
        }

        boolean awaitEnd(long nanos) throws InterruptedException {
            try {
                end.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
                return true;
            } catch (TimeoutException e) {
                return false;
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }

        void close() {
            if (channel != null) channel.close();
            else if (connection != null) connection.close();
            end.complete(null);
        }
    }
}
