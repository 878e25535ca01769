package org.jmpi.run.launcher;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.transport.DaemonThread;

/** A channel by the standard streams of a process on this host, such as ssh. */
final class ProcessConnection implements AgentConnection {
    private static final int LINES = 50;
    private static final long KILL_MILLIS = 5000;

    /** The exit code of ssh that has found no way to its host, or lost it. */
    private static final int UNREACHED = 255;

    private final String name;
    private final Process process;
    private final Diagnosis diagnosis;
    private final PrintedLines lines;
    private final Deque<String> errors = new ArrayDeque<>();
    private final Thread reader;

    private ProcessConnection(String name, Process process, Diagnosis diagnosis) {
        this.name = name;
        this.process = process;
        this.diagnosis = diagnosis;
        lines = new PrintedLines(new BufferedInputStream(process.getErrorStream()));
        reader = new DaemonThread(this::readErrors, "jmpirun-launcher-err");
        reader.start();
    }

    /**
     * Starts a process. It is in the process group of this one, and ends with its channel.
     *
     * @param name of the command, for messages
     * @param diagnosis knows what the lines of the process's standard error are about
     * @throws IOException if it cannot be started
     */
    static ProcessConnection start(String name, List<String> words, Diagnosis diagnosis) throws IOException {
        return new ProcessConnection(name, new ProcessBuilder(words).start(), diagnosis);
    }

    private void readErrors() {
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine())
                add(PrintedLines.printable(line));
        } catch (IOException e) {
            // The process has been ended.
            return;
        }
    }

    private synchronized void add(String line) {
        if (line.isEmpty()) return;
        if (errors.size() == LINES) errors.removeFirst();
        errors.addLast(line);
    }

    /** Returns the last lines of standard error, the last one even if it has no end. */
    private synchronized List<String> errors() {
        List<String> all = new ArrayList<>(errors);
        String last = lines.last();
        if (!last.isEmpty()) all.add(last);
        return all;
    }

    @Override
    public synchronized void greeted() {
        errors.clear();
        lines.clear();
    }

    @Override
    public InputStream in() {
        return process.getInputStream();
    }

    @Override
    public OutputStream out() {
        return process.getOutputStream();
    }

    @Override
    public String trouble(long millis) {
        int code = await(millis);
        String trouble = diagnosis.of(errors());
        return trouble.isEmpty() ? end(code) : trouble;
    }

    @Override
    public String failure(long millis, PrintedLines printed) {
        int code = await(millis);
        return diagnosis.ofEnd(errors(), printed, end(code), code != UNREACHED);
    }

    @Override
    public String silence(long seconds, PrintedLines printed) {
        return diagnosis.ofSilence(errors(), printed, seconds);
    }

    /** Waits for the end of the process and of its lines; returns its exit code, 0 if it has not ended. */
    private int await(long millis) {
        try {
            boolean ended = process.waitFor(millis, TimeUnit.MILLISECONDS);
            reader.join(millis);
            return ended ? process.exitValue() : 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    private String end(int code) {
        return code == 0 ? "" : name + " ended with exit code " + code;
    }

    /** A process that does not end at once, such as a script that removes something first, has some time left. */
    @Override
    public void close() {
        process.destroy();
        CompletableFuture.delayedExecutor(KILL_MILLIS, TimeUnit.MILLISECONDS).execute(process::destroyForcibly);
    }
}
