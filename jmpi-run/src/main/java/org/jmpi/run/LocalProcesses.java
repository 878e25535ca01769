package org.jmpi.run;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** The processes of a job on this host. */
final class LocalProcesses implements HostProcesses {
    private final String mark;
    private final Listener listener;
    private final Map<Integer, RankProcess> processes = new TreeMap<>();
    private boolean ending;

    /** @param mark the setting that every process of the job has in its environment, as {@code NAME=value} */
    LocalProcesses(String mark, Listener listener) {
        this.mark = mark;
        this.listener = listener;
    }

    @Override
    public void start(ProcessStart start, RankStreams streams) {
        RankProcess process;
        try {
            process = startUnlessEnding(start, streams);
        } catch (IOException e) {
            listener.notStarted(start.process(), e.getMessage());
            return;
        }
        if (process == null) return;
        listener.started(start.process(), process.handle().pid());
        process.watch(listener);
    }

    private synchronized RankProcess startUnlessEnding(ProcessStart start, RankStreams streams) throws IOException {
        if (ending) return null;
        RankProcess process = RankProcess.start(start, streams);
        processes.put(start.process(), process);
        return process;
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
    public void end() {
        synchronized (this) {
            ending = true;
        }
        List<ProcessHandle> handles = new ArrayList<>();
        for (RankProcess process : all()) handles.add(process.handle());
        new Termination(handles, mark).run();
    }
}
