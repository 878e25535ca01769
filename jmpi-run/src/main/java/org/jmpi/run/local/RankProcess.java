package org.jmpi.run.local;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jmpi.comm.dynamic.DynamicProcesses;
import org.jmpi.comm.session.MpjArguments;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.run.jvm.WrappedJava;
import org.jmpi.run.output.ExceptionLine;
import org.jmpi.run.output.OutputForwarder;
import org.jmpi.run.output.RankStreams;
import org.jmpi.run.program.ArgumentFile;
import org.jmpi.run.system.Terminal;

/** A process of the job on this host: one rank, or several that are threads. */
final class RankProcess {
    private static final Redirect NOTHING = Redirect.from(new File(File.separatorChar == '/' ? "/dev/null" : "NUL"));

    // A process that it started may keep its streams open after its end.
    private static final long LAST_OUTPUT_NANOS = 200_000_000;

    private final int number;
    private final int firstRank;
    private final Process process;

    /** The process reads them while it starts. */
    private final List<Path> argumentFiles;

    private final ExceptionLine outException = new ExceptionLine();
    private final ExceptionLine errException = new ExceptionLine();
    private OutputForwarder out;
    private OutputForwarder err;

    private RankProcess(ProcessStart start, Process process, List<Path> argumentFiles) {
        this.number = start.process();
        this.firstRank = start.firstRank();
        this.process = process;
        this.argumentFiles = argumentFiles;
    }

    /**
     * Starts a process.
     *
     * @param streams take its output
     * @throws IOException if it cannot be started
     */
    static RankProcess start(ProcessStart start, RankStreams streams) throws IOException {
        List<Path> files = new ArrayList<>();
        try {
            List<String> command = ArgumentFile.shorten(start.command(), () -> {
                files.add(Files.createTempFile("jmpi-", ".args"));
                return files.get(files.size() - 1);
            });
            RankProcess process = new RankProcess(start, process(start, command), files);
            if (start.streams() != ProcessStart.Streams.SAME)
                process.forward(streams, WrappedJava.note(start.variables()));
            return process;
        } catch (IOException e) {
            delete(files);
            throw e;
        }
    }

    private static Process process(ProcessStart start, List<String> command) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(start.directory().toFile());
        builder.environment().remove(Terminal.VARIABLE);
        builder.environment().remove(MpjArguments.DEVICE);
        // Those of this process: jmpirun may run in a rank that others have spawned.
        builder.environment().keySet().removeAll(Set.of(DynamicProcesses.PARENT, DynamicProcesses.PARENT_KEY));
        WrappedJava.removeFrom(builder.environment());
        builder.environment().putAll(start.variables());
        switch (start.streams()) {
            case SAME -> builder.inheritIO();
            case SAME_INPUT -> builder.redirectInput(Redirect.INHERIT);
            case NO_INPUT -> builder.redirectInput(NOTHING);
            case PIPES -> builder.redirectInput(Redirect.PIPE);
        }
        return builder.start();
    }

    private static void delete(List<Path> files) {
        for (Path file : files) file.toFile().delete();
    }

    /** Removes what the process needs no more once it has ended. */
    void removeArgumentFiles() {
        delete(argumentFiles);
    }

    /** @param omitted a line that is not passed on; null if there is none */
    private void forward(RankStreams streams, String omitted) {
        String name = "jmpirun-" + number;
        streams.out().omit(omitted);
        streams.err().omit(omitted);
        out = new OutputForwarder(name + "-out", process.getInputStream(), streams.out(), outException);
        err = new OutputForwarder(name + "-err", process.getErrorStream(), streams.err(), errException);
    }

    /** Is notified of a process's end, on a thread of its own. */
    @FunctionalInterface
    interface Watcher {
        void exited(int code, String exception) throws InterruptedException;
    }

    void watch(Watcher watcher) {
        new DaemonThread(() -> awaitExit(watcher), "jmpirun-" + number).start();
    }

    private void awaitExit(Watcher watcher) {
        try {
            int code = process.waitFor();
            removeArgumentFiles();
            awaitOutput(System.nanoTime() + LAST_OUTPUT_NANOS);
            watcher.exited(code, exception());
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        }
    }

    private String exception() {
        String exception = errException.exception();
        return exception == null ? outException.exception() : exception;
    }

    /** Waits until all output is passed on. */
    void awaitOutput(long deadline) throws InterruptedException {
        if (out == null) return;
        err.await(deadline - System.nanoTime());
        out.await(deadline - System.nanoTime());
    }

    /** Waits until all output is passed on, or there was none for some time. */
    void awaitSilence(long nanos) throws InterruptedException {
        if (out == null) return;
        err.awaitSilence(nanos);
        out.awaitSilence(nanos);
    }

    int number() {
        return number;
    }

    int firstRank() {
        return firstRank;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    OutputStream stdin() {
        return process.getOutputStream();
    }
}
