package org.jmpi.run.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.control.ControlConnection;
import org.jmpi.comm.control.ControlMessage;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.LauncherListener;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.run.local.HostProcesses;
import org.jmpi.run.local.ProcessStart;
import org.jmpi.run.local.RecordingFolder;
import org.jmpi.run.output.LineOutput;
import org.jmpi.run.output.RankStreams;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.HostCores;

/** The processes of a job on a host where an agent stands for jmpirun. */
public final class RemoteHost implements HostProcesses {
    private final int number;
    private final String name;
    private final AgentTree agents;
    private final ProcessListener listener;
    private final LauncherListener messages;

    /** Completed once the agent can start processes, or cannot. */
    private final CompletableFuture<HostCores> ready = new CompletableFuture<>();

    private final Map<Integer, RankStreams> streams = new ConcurrentHashMap<>();

    /** The recordings of processes, by their first ranks. */
    private final Map<Integer, RecordingFolder> recordings = new ConcurrentHashMap<>();

    private final Map<Integer, RemoteInput> inputs = new ConcurrentHashMap<>();
    private final Map<Integer, CompletableFuture<String>> dumps = new ConcurrentHashMap<>();

    /** By the first rank of each process that is connected to the agent. */
    private final Map<Integer, ControlConnection> connections = new ConcurrentSkipListMap<>();

    /** Output to be passed on: the reader of jmpirun's output may pause, and heart-beats have to be read meanwhile. */
    private final LinkedBlockingQueue<Runnable> output = new LinkedBlockingQueue<>();

    private final CountDownLatch end = new CountDownLatch(1);
    private volatile boolean ended;
    private volatile String trouble = "";

    /**
     * @param number by which the agents know the host
     * @param messages receives what the processes send
     */
    public RemoteHost(int number, String name, AgentTree agents, ProcessListener listener, LauncherListener messages) {
        this.number = number;
        this.name = name;
        this.agents = agents;
        this.listener = listener;
        this.messages = messages;
        new DaemonThread(this::passOutput, "jmpirun-output-" + name).start();
    }

    private void passOutput() {
        try {
            while (end.getCount() > 0) output.take().run();
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        }
    }

    public String name() {
        return name;
    }

    /** Returns the cores of the host once the agent can start processes; it fails if the agent cannot. */
    public CompletableFuture<HostCores> ready() {
        return ready;
    }

    /** Returns one line about what could not be removed or written; empty if there is nothing. */
    public String trouble() {
        return trouble;
    }

    /** Returns whether all output is passed on after the agent's end. */
    public boolean isSilent() {
        return end.getCount() == 0;
    }

    /** Returns whether the agent has ended, or is lost. */
    public boolean hasEnded() {
        return ended;
    }

    @Override
    public void start(ProcessStart start, RankStreams ofProcess) {
        streams.put(start.process(), ofProcess);
        RecordingFolder folder = RecordingFolder.of(start.variables());
        if (folder != null) recordings.put(start.firstRank(), folder);
        if (start.streams() == ProcessStart.Streams.PIPES)
            inputs.put(start.process(), new RemoteInput(bytes -> send(new AgentMessage.Input(start.process(), bytes))));
        send(new AgentMessage.Start(start));
    }

    private void send(AgentMessage message) {
        agents.send(number, message);
    }

    @Override
    public OutputStream stdin(int process) {
        return inputs.get(process);
    }

    @Override
    public CompletableFuture<String> threads(int process) {
        CompletableFuture<String> text = new CompletableFuture<>();
        dumps.put(process, text);
        if (ended) text.complete("(its host is lost)");
        send(new AgentMessage.ReadThreads(process));
        return text;
    }

    @Override
    public void grace(long nanos) {
        send(new AgentMessage.GracePeriod(nanos));
    }

    @Override
    public void passSignal() {
        send(new AgentMessage.UserSignal());
    }

    @Override
    public void end(boolean failed) {
        send(new AgentMessage.End(failed));
    }

    @Override
    public void awaitOutput(long deadline) throws InterruptedException {
        end.await(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    @Override
    public void awaitSilence(long nanos) throws InterruptedException {
        end.await();
    }

    @Override
    public void close() {
        // The channel is that of all hosts behind it.
    }

    /**
     * Takes what the agent has sent.
     *
     * @throws IOException if it makes no sense
     */
    public void received(AgentMessage message) throws IOException {
        if (message instanceof AgentMessage.Output part) takeOutput(part);
        else if (message instanceof AgentMessage.Recording part) takeRecording(part);
        else if (message instanceof AgentMessage.Received sent) messages.received(sent.first(), control(sent));
        else if (message instanceof AgentMessage.Connected process) connected(process.first());
        else if (message instanceof AgentMessage.Disconnected process) disconnected(process.first());
        else if (message instanceof AgentMessage.InputTaken taken) inputTaken(taken);
        else if (message instanceof AgentMessage.Ready there) ready.complete(there.cores());
        else if (message instanceof AgentMessage.Refused why)
            ready.completeExceptionally(new BadInputException(name + ": " + why.reason()));
        else if (message instanceof AgentMessage.Started process) listener.started(process.process(), process.pid());
        else if (message instanceof AgentMessage.NotStarted process)
            listener.notStarted(process.process(), process.reason());
        else if (message instanceof AgentMessage.Exited process)
            listener.exited(
                    process.process(), process.code(), process.exception().isEmpty() ? null : process.exception());
        else if (message instanceof AgentMessage.Killed process) listener.killed(process.process());
        else if (message instanceof AgentMessage.Threads text) dumped(text);
        else if (message instanceof AgentMessage.Ended last) ended(last.trouble());
        else throw new IOException("no message for jmpirun: " + message);
    }

    private void takeOutput(AgentMessage.Output part) throws IOException {
        RankStreams known = streams.get(part.process());
        if (known == null) throw new IOException("output of process " + part.process() + ", which is not there");
        LineOutput to = part.isError() ? known.err() : known.out();
        output.add(() -> {
            to.write(part.bytes(), 0, part.bytes().length);
            send(new AgentMessage.OutputTaken(part.bytes().length));
        });
    }

    private void takeRecording(AgentMessage.Recording part) throws IOException {
        RecordingFolder folder = recordings.get(part.first());
        if (folder == null) throw new IOException("a recording of rank " + part.first() + ", which records nothing");
        output.add(() -> {
            try {
                Files.write(
                        folder.file(part.first()), part.bytes(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                trouble = "cannot write " + folder.file(part.first()) + ": " + e;
            }
            send(new AgentMessage.OutputTaken(part.bytes().length));
        });
    }

    private static ControlMessage.ToLauncher control(AgentMessage.Received sent) throws IOException {
        ControlReader in = new ControlReader(sent.message(), 0);
        if (ControlMessage.read(in) instanceof ControlMessage.ToLauncher message) return message;
        throw new IOException("a process does not send this message to its launcher");
    }

    private void connected(int first) {
        ControlConnection connection = new ControlConnection() {
            @Override
            public void send(ControlMessage message) throws IOException {
                if (ended) throw new IOException(name + " is lost");
                RemoteHost.this.send(new AgentMessage.Control(first, message.bytes()));
            }

            @Override
            public void close() {
                RemoteHost.this.send(new AgentMessage.HangUp(first));
            }
        };
        connections.put(first, connection);
        messages.connected(first, connection);
    }

    private void disconnected(int first) {
        if (connections.remove(first) != null) messages.disconnected(first);
    }

    private void inputTaken(AgentMessage.InputTaken taken) throws IOException {
        RemoteInput input = inputs.get(taken.process());
        if (input == null) throw new IOException("process " + taken.process() + " gets no input");
        input.taken(taken.bytes());
    }

    private void dumped(AgentMessage.Threads text) {
        CompletableFuture<String> dump = dumps.get(text.process());
        if (dump != null) dump.complete(text.text());
    }

    private void ended(String line) {
        if (!line.isEmpty()) trouble = line;
        atEnd("(its host has ended)");
    }

    /**
     * The agent is not there any more.
     *
     * @return whether that is news: it has not ended as it was to
     */
    public boolean lost(String reason) {
        if (ended) return false;
        ready.completeExceptionally(new BadInputException(name + ": " + reason));
        atEnd("(its host is lost)");
        return true;
    }

    private void atEnd(String ofDumps) {
        ended = true;
        connections.keySet().forEach(this::disconnected);
        inputs.values().forEach(input -> input.taken(RemoteInput.CLOSED));
        dumps.values().forEach(dump -> dump.complete(ofDumps));
        output.add(() -> {
            streams.values().forEach(RankStreams::close);
            end.countDown();
        });
    }
}
