package org.jmpi.run.agent;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.ControlConnection;
import org.jmpi.comm.control.ControlMessage;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.comm.control.LauncherListener;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.run.hosts.HostLimits;
import org.jmpi.run.launcher.AgentClient;
import org.jmpi.run.launcher.AgentConnection;
import org.jmpi.run.launcher.Launcher;
import org.jmpi.run.local.HostProcesses;
import org.jmpi.run.local.LocalHost;
import org.jmpi.run.local.ProcessStart;
import org.jmpi.run.local.RecordingFolder;
import org.jmpi.run.local.Termination;
import org.jmpi.run.program.Installation;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.CommandPath;
import org.jmpi.run.system.EndSignals;
import org.jmpi.run.system.HostCores;
import org.jmpi.run.system.JvmHook;
import org.jmpi.run.system.Signal;
import org.jmpi.run.system.ThisHost;
import org.jmpi.run.system.UserSignal;

/**
 * Stands for jmpirun on another host: starts that host's processes, takes their control connections by the loopback
 * device, and passes on all that they send. Its own standard input and output are its channel to jmpirun, or to the
 * agent that has started it. When the channel ends, or is silent for too long, it ends its processes and itself.
 */
public final class Agent {
    /** How long a rank that has no output may keep the agent waiting for more. */
    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** How long agents below this one may take to end, beside the time of their processes. */
    private static final long CHILDREN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long LAST_FRAMES_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The silence that is allowed before the orders name it. */
    private static final long FIRST_BOUND_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final int BUFFER = 64 << 10;

    private final AgentChannel parent;
    private final AgentOutput output = new AgentOutput(this::send);
    private final Map<Integer, AgentInput> inputs = new ConcurrentHashMap<>();
    private final Map<Integer, ControlConnection> connections = new ConcurrentHashMap<>();
    private final AtomicBoolean ending = new AtomicBoolean();
    private final UserSignal signal = new UserSignal(this::signalled);
    private volatile int number = AgentFrame.NEIGHBOUR;
    private volatile JobOrders orders;
    private volatile LocalHost host;
    private volatile AgentTree children;

    /** Listens until this process ends: jmpirun connects after the answer. */
    private volatile ConnectCheck check;

    private volatile String trouble = "";
    private volatile boolean finished;
    private volatile long graceNanos = Termination.FAILED_NANOS;

    private Agent(InputStream in, OutputStream out) {
        parent = new AgentChannel("agent", in, out, () -> {}, FIRST_BOUND_NANOS, new Parent());
    }

    /**
     * Runs the agent to its end.
     *
     * @param args {@link AgentClient#OPTION} if the channel is a connection that it has to make;
     *     {@link Launcher#END_JOB} and the name of a job to end the processes that another agent has left
     * @throws IOException if the channel does not take the greeting
     * @throws InterruptedException never
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 2 && args[0].equals(Launcher.END_JOB)) {
            new Termination(List.of(), LaunchEnvironment.JOB + "=" + args[1], () -> Termination.FAILED_NANOS).run();
            return;
        }
        // Nothing but frames may go to the channel.
        InputStream in = new FileInputStream(FileDescriptor.in);
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err);
        if (List.of(args).contains(AgentClient.OPTION)) {
            AgentConnection connection = AgentClient.connect(in, System.getenv());
            in = connection.in();
            out = connection.out();
        }
        Agent agent = new Agent(new BufferedInputStream(in, BUFFER), new BufferedOutputStream(out, BUFFER));
        JvmHook.add(new Thread(agent::endProcesses, "agent-end"));
        agent.greet(out);
        // All other threads are daemons; one of them ends the JVM.
        new CountDownLatch(1).await();
    }

    private void greet(OutputStream out) throws IOException {
        out.write(AgentGreeting.own().line());
        out.flush();
        parent.start();
        signal.watch();
    }

    private void signalled() {
        if (host != null) send(new AgentMessage.UserSignal());
    }

    private void send(AgentMessage message) {
        parent.send(number, message);
    }

    /** Takes what comes from above. */
    private final class Parent implements AgentChannel.Receiver {
        @Override
        public void received(AgentFrame frame) throws IOException {
            if (number == AgentFrame.NEIGHBOUR) number = frame.host();
            if (frame.host() == number) take(frame.message());
            else if (children != null) children.forward(frame);
        }

        @Override
        public void lost(String reason) {
            System.err.println("agent of jmpirun on " + ThisHost.name() + ": its channel is lost: " + reason);
            // A jmpirun that was only stopped reads this before the ends of the ranks, which it would take for the
            // cause.
            send(new AgentMessage.Lost(true, "its agent has given jmpirun up: " + reason));
            exit(1);
        }
    }

    private void take(AgentMessage message) throws IOException {
        if (message instanceof AgentMessage.Orders given) begin(given.orders());
        else if (message instanceof AgentMessage.Children given) startChildren(given);
        else if (message instanceof AgentMessage.Start given) start(given.start());
        else if (message instanceof AgentMessage.Control given) control(given);
        else if (message instanceof AgentMessage.HangUp given) hangUp(given.first());
        else if (message instanceof AgentMessage.Input given) input(given);
        else if (message instanceof AgentMessage.OutputTaken given) output.taken(given.bytes());
        else if (message instanceof AgentMessage.ReadThreads given) readThreads(given.process());
        else if (message instanceof AgentMessage.GracePeriod given) grace(given.nanos());
        else if (message instanceof AgentMessage.UserSignal) passSignal();
        else if (message instanceof AgentMessage.Probe given)
            new DaemonThread(() -> probe(given), "agent-probe").start();
        else if (message instanceof AgentMessage.End given)
            new DaemonThread(() -> end(given.failed()), "agent-end").start();
        else throw new IOException("no message for an agent: " + message);
    }

    private void begin(JobOrders given) {
        orders = given;
        parent.bound(
                given.boundNanos(), AgentTree.datagrams(config(), given.job().secret()));
        String refusal = PreloadBundle.unpackOwn();
        if (refusal.isEmpty()) refusal = refusal(given);
        if (refusal.isEmpty()) {
            try {
                host = new LocalHost(
                        given.job(),
                        Set.copyOf(given.firsts()),
                        0,
                        new Processes(),
                        new Messages(),
                        this::removeRemains,
                        line -> trouble = line,
                        signal);
                send(new AgentMessage.Ready(HostCores.here(CommandPath.ofSystem())));
                return;
            } catch (IOException | BadInputException e) {
                refusal = "cannot listen for its ranks: " + e.getMessage();
            }
        }
        send(new AgentMessage.Refused(refusal));
    }

    /** Returns what is missing here, in one line; empty if nothing is. */
    private static String refusal(JobOrders orders) {
        for (String folder : orders.folders())
            if (!Files.isDirectory(Path.of(folder)))
                return "no folder " + folder + " there, in which the ranks are to start: make it, or name another one"
                        + " (-wdir)";
        for (String file : orders.files())
            if (!Files.isReadable(Path.of(file)))
                return "no file " + file + " there that can be read, which the ranks need: copy it there, or use"
                        + " --preload";
        return HostLimits.refusalHere(orders.size(), orders.jvmsPerCore()).orElse("");
    }

    private void removeRemains() throws IOException {
        List<Path> jars = orders.jars().stream().map(Path::of).toList();
        Installation.removeRemains(jars, orders.job().secret(), config());
    }

    private JmpiConfig config() {
        return config(orders.variables(), orders.settings());
    }

    private static JmpiConfig config(Map<String, String> variables, Map<String, String> settings) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putAll(variables);
        Properties properties = new Properties();
        properties.putAll(settings);
        return JmpiConfig.load(properties, environment);
    }

    private void startChildren(AgentMessage.Children given) throws IOException {
        children = new AgentTree(
                given.command(),
                PreloadBundle.openOwn(),
                orders.job().secret(),
                config(),
                orders.boundNanos(),
                parent::forward);
        new DaemonThread(() -> children.start(given.hosts()), "agent-children").start();
    }

    private void start(ProcessStart start) {
        Map<String, String> variables = new HashMap<>(orders.variables());
        variables.putAll(start.variables());
        host.start(start.with(variables), output.streams(start.process()));
        if (start.streams() == ProcessStart.Streams.PIPES)
            inputs.put(
                    start.process(),
                    new AgentInput(
                            host.stdin(start.process()),
                            bytes -> send(new AgentMessage.InputTaken(start.process(), bytes))));
    }

    private void control(AgentMessage.Control given) throws IOException {
        ControlMessage message = ControlMessage.read(new ControlReader(given.message(), 0));
        ControlConnection connection = connections.get(given.first());
        try {
            if (connection != null) connection.send(message);
        } catch (IOException e) {
            hangUp(given.first());
        }
    }

    private void hangUp(int first) throws IOException {
        ControlConnection connection = connections.get(first);
        if (connection != null) connection.close();
    }

    private void input(AgentMessage.Input given) {
        AgentInput input = inputs.get(given.process());
        if (input != null) input.add(given.bytes());
    }

    private void readThreads(int process) {
        host.threads(process).thenAccept(text -> send(new AgentMessage.Threads(process, text)));
    }

    private void passSignal() {
        if (host != null) host.passSignal();
    }

    private void probe(AgentMessage.Probe given) {
        long millis = System.currentTimeMillis();
        try {
            check = ConnectCheck.listen(config(given.settings(), Map.of()));
            boolean reached = ConnectCheck.reaches(given.addresses());
            send(new AgentMessage.Probed(System.getProperty("java.version"), millis, reached, check.addresses()));
        } catch (IOException | IllegalArgumentException e) {
            send(new AgentMessage.Refused(e.getMessage()));
        }
    }

    private void grace(long nanos) {
        graceNanos = nanos;
        if (host != null) host.grace(nanos);
    }

    /** Ends all as jmpirun has asked for, and says so. */
    private void end(boolean failed) {
        finish(failed);
        exit(0);
    }

    /** Ends all and says so, unless that is done: the end that jmpirun has asked for may meet a signal. */
    private synchronized void finish(boolean failed) {
        if (finished) return;
        finished = true;
        signal.close();
        try {
            if (host != null) {
                host.end(failed);
                if (failed) host.awaitOutput(System.nanoTime() + DRAIN_NANOS);
                else host.awaitSilence(DRAIN_NANOS);
                host.recordings().forEach(this::sendRecording);
                host.close();
            }
            send(new AgentMessage.Ended(trouble));
            if (children != null) children.awaitEnd(graceNanos + CHILDREN_NANOS);
            parent.closeWhenSent(LAST_FRAMES_NANOS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        }
    }

    /** Brings a recording to jmpirun's host, unless both hosts share the folder. */
    private void sendRecording(int first, RecordingFolder folder) {
        Path file = folder.file(first);
        try {
            if (!Files.exists(file) || folder.isOf(orders.job().name())) return;
            if (output.send(first, file)) Files.delete(file);
        } catch (IOException e) {
            trouble = "cannot send " + file + ": " + e;
        }
    }

    private void exit(int code) {
        ending.set(code == 0);
        System.exit(code);
    }

    /** Ends the processes when the agent ends for any other reason. */
    private void endProcesses() {
        List<Signal> signals = EndSignals.pending();
        if (host != null && !signals.isEmpty() && !ending.get()) {
            // Before the ends of the ranks, which jmpirun would take for the cause.
            send(new AgentMessage.Signalled(signals.get(0).toString()));
            grace(config().graceNanos());
            finish(true);
        }
        if (children != null) children.close();
        if (host == null || finished) return;
        signal.close();
        output.close();
        host.end(true);
        host.close();
    }

    /** Passes on what happens to the processes. */
    private final class Processes implements HostProcesses.ProcessListener {
        @Override
        public void started(int process, long pid) {
            send(new AgentMessage.Started(process, pid));
        }

        @Override
        public void notStarted(int process, String reason) {
            send(new AgentMessage.NotStarted(process, reason));
        }

        @Override
        public void exited(int process, int code, String exception) {
            send(new AgentMessage.Exited(process, code, exception == null ? "" : exception));
        }

        @Override
        public void killed(int process) {
            send(new AgentMessage.Killed(process));
        }
    }

    /** Passes on what the processes send. */
    private final class Messages implements LauncherListener {
        @Override
        public void connected(int first, ControlConnection connection) {
            connections.put(first, connection);
            send(new AgentMessage.Connected(first));
        }

        @Override
        public void received(int first, ControlMessage.ToLauncher message) {
            try {
                send(new AgentMessage.Received(first, message.bytes()));
            } catch (IOException e) {
                throw new IllegalStateException("a message that came cannot be passed on", e);
            }
        }

        @Override
        public void disconnected(int first) {
            send(new AgentMessage.Disconnected(first));
        }
    }
}
