package org.jmpi.run.local;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jmpi.comm.control.ControlConnection;
import org.jmpi.comm.control.ControlMessage;
import org.jmpi.comm.control.LauncherListener;
import org.jmpi.comm.control.LauncherServer;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.run.output.RankStreams;
import org.jmpi.run.system.UserSignal;

/** The processes of a job on the host of this process: jmpirun has one, and so has each of its agents. */
public final class LocalHost implements HostProcesses {
    // A process that a rank started may keep the rank's connection open after its end.
    private static final long LAST_MESSAGE_NANOS = 1_000_000_000L;

    private static final List<String> KILL = List.of("sh", "-c", "kill -USR1 \"$@\"", "sh");

    private final JobContext job;
    private final ProcessListener listener;
    private final LauncherListener messages;
    private final Remains remains;
    private final Consumer<String> trouble;
    private final UserSignal signal;
    private final Map<Integer, RankProcess> processes = new TreeMap<>();
    private final LauncherServer server;
    private boolean ending;
    private volatile long graceNanos = Termination.FAILED_NANOS;

    /** The recordings of processes, by their first ranks. */
    private final Map<Integer, RecordingFolder> recordings = new TreeMap<>();

    /** The id of each process that has joined the job, by its first rank. */
    private final Map<Integer, Long> pids = new ConcurrentHashMap<>();

    /** Of each process that has connected, by its first rank: whether its connection is at its end. */
    private final Map<Integer, CountDownLatch> connections = new ConcurrentHashMap<>();

    /** Removes what processes that were killed have left on this host. */
    @FunctionalInterface
    public interface Remains {
        void remove() throws IOException;
    }

    /**
     * Begins to listen for the processes.
     *
     * @param firsts the first rank of each process that is to be started
     * @param port where they connect; 0 for any that is free
     * @param messages receives what the processes send
     * @param trouble gets one line about files that cannot be removed at the end
     * @param signal the signals that have reached the processes already
     * @throws IOException if the port is in use
     */
    public LocalHost(
            JobContext job,
            Set<Integer> firsts,
            int port,
            ProcessListener listener,
            LauncherListener messages,
            Remains remains,
            Consumer<String> trouble,
            UserSignal signal)
            throws IOException {
        this.job = job;
        this.listener = listener;
        this.messages = messages;
        this.remains = remains;
        this.trouble = trouble;
        this.signal = signal;
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        server = LauncherServer.open(address, firsts, job.secret(), new Connections());
    }

    @Override
    public void start(ProcessStart start, RankStreams streams) {
        Map<String, String> variables = new HashMap<>(start.variables());
        variables.putAll(job.variables(start, server.address()));
        RankProcess process;
        try {
            process = startUnlessEnding(start.with(variables), streams);
        } catch (IOException e) {
            listener.notStarted(start.process(), e.getMessage());
            return;
        }
        if (process == null) return;
        listener.started(start.process(), process.handle().pid());
        process.watch((code, exception) -> {
            awaitLastMessage(start.firstRank());
            listener.exited(start.process(), code, exception);
        });
    }

    private synchronized RankProcess startUnlessEnding(ProcessStart start, RankStreams streams) throws IOException {
        if (ending) return null;
        RecordingFolder folder = RecordingFolder.of(start.variables());
        if (folder != null) recordings.put(start.firstRank(), folder);
        RankProcess process = RankProcess.start(start, streams);
        processes.put(start.process(), process);
        return process;
    }

    // The end of a process may be seen before its last message has been read, which says why.
    private void awaitLastMessage(int first) throws InterruptedException {
        CountDownLatch connection = connections.get(first);
        if (connection != null) connection.await(LAST_MESSAGE_NANOS, TimeUnit.NANOSECONDS);
    }

    @Override
    public OutputStream stdin(int process) {
        RankProcess known = process(process);
        return known == null ? OutputStream.nullOutputStream() : known.stdin();
    }

    /** Returns null if the process was not started. */
    private synchronized RankProcess process(int number) {
        return processes.get(number);
    }

    private synchronized Collection<RankProcess> all() {
        return List.copyOf(processes.values());
    }

    @Override
    public CompletableFuture<String> threads(int process) {
        RankProcess known = process(process);
        return known == null ? CompletableFuture.completedFuture("(not started)") : ThreadDump.of(known.handle());
    }

    @Override
    public void awaitOutput(long deadline) throws InterruptedException {
        for (RankProcess process : all()) process.awaitOutput(deadline);
    }

    @Override
    public void awaitSilence(long nanos) throws InterruptedException {
        for (RankProcess process : all()) process.awaitSilence(nanos);
    }

    @Override
    public void grace(long nanos) {
        graceNanos = nanos;
    }

    @Override
    public void passSignal() {
        new DaemonThread(this::passSignalUnlessThere, "jmpirun-usr1").start();
    }

    private void passSignalUnlessThere() {
        try {
            if (signal.hasReachedRanks()) return;
            List<String> words = new ArrayList<>(KILL);
            for (RankProcess process : all())
                if (process.handle().isAlive()) words.add(Long.toString(receiver(process)));
            if (words.size() > KILL.size())
                new ProcessBuilder(words)
                        .redirectOutput(Redirect.DISCARD)
                        .redirectError(Redirect.DISCARD)
                        .start();
        } catch (IOException e) {
            trouble.accept("cannot pass SIGUSR1 on: " + e.getMessage());
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        }
    }

    /** Returns the JVM that has joined the job: the process may be a script around it, which the signal would end. */
    private long receiver(RankProcess process) {
        long started = process.handle().pid();
        long joined = pids.getOrDefault(process.firstRank(), started);
        boolean isBelow = process.handle().descendants().anyMatch(below -> below.pid() == joined);
        return isBelow ? joined : started;
    }

    @Override
    public void end(boolean failed) {
        synchronized (this) {
            ending = true;
        }
        List<ProcessHandle> handles = new ArrayList<>();
        for (RankProcess process : all()) handles.add(process.handle());
        Set<ProcessHandle> killed = new Termination(handles, job.mark(), () -> graceNanos).run();
        for (RankProcess process : all()) {
            if (killed.contains(process.handle())) listener.killed(process.number());
            process.removeArgumentFiles();
        }
        if (failed) removeRemains();
        recordings().forEach(this::completeRecording);
    }

    /** Returns where processes record themselves, by their first ranks. */
    public synchronized Map<Integer, RecordingFolder> recordings() {
        return new TreeMap<>(recordings);
    }

    private void completeRecording(int first, RecordingFolder folder) {
        try {
            folder.complete(first);
        } catch (IOException e) {
            trouble.accept("cannot complete " + folder.file(first) + ": " + e);
        }
    }

    /** A failure here is not the one of the job. */
    private void removeRemains() {
        try {
            remains.remove();
        } catch (IOException | RuntimeException | ServiceConfigurationError e) {
            trouble.accept("cannot remove what the ranks have left: " + e);
        }
    }

    @Override
    public void close() {
        server.close();
    }

    /** Notes which connections are there. */
    private final class Connections implements LauncherListener {
        @Override
        public void connected(int first, ControlConnection connection) {
            connections.put(first, new CountDownLatch(1));
            messages.connected(first, connection);
        }

        @Override
        public void received(int first, ControlMessage.ToLauncher message) {
            if (message instanceof ControlMessage.Fence fence) pids.put(first, fence.pid());
            messages.received(first, message);
        }

        @Override
        public void disconnected(int first) {
            messages.disconnected(first);
            connections.get(first).countDown();
        }
    }
}
