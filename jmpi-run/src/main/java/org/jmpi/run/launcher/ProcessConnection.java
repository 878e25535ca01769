package org.jmpi.run.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jmpi.comm.transport.DaemonThread;

/** A channel by the standard streams of a process on this host, such as ssh. */
final class ProcessConnection implements AgentConnection {
    private static final int LINES = 50;
    private static final long END_MILLIS = 1000;
    private static final long KILL_MILLIS = 5000;

    private final String name;
    private final Process process;
    private final Function<List<String>, String> diagnosis;
    private final Deque<String> errors = new ArrayDeque<>();
    private final Thread reader;

    /**
     * @param name of the command, for messages
     * @param diagnosis returns the trouble that lines of the process's standard error are about; empty if they are
     *     about none
     */
    private ProcessConnection(String name, Process process, Function<List<String>, String> diagnosis) {
        this.name = name;
        this.process = process;
        this.diagnosis = diagnosis;
        reader = new DaemonThread(this::readErrors, "jmpirun-launcher-err");
        reader.start();
    }

    /**
     * Starts a process. It is in the process group of this one, and ends with its channel.
     *
     * @throws IOException if it cannot be started
     */
    static ProcessConnection start(String name, List<String> words, Function<List<String>, String> diagnosis)
            throws IOException {
        return new ProcessConnection(name, new ProcessBuilder(words).start(), diagnosis);
    }

    private void readErrors() {
        try (BufferedReader lines = process.errorReader(Charset.defaultCharset())) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) add(line.strip());
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

    private synchronized List<String> errors() {
        return new ArrayList<>(errors);
    }

    @Override
    public synchronized void greeted() {
        errors.clear();
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
        boolean ended = false;
        try {
            ended = process.waitFor(millis, TimeUnit.MILLISECONDS);
            reader.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        String trouble = diagnosis.apply(errors());
        if (!trouble.isEmpty() || !ended || process.exitValue() == 0) return trouble;
        return name + " ended with exit code " + process.exitValue();
    }

    /** A process that does not end at once, such as a script that removes something first, has some time left. */
    @Override
    public void close() {
        process.destroy();
        CompletableFuture.delayedExecutor(KILL_MILLIS, TimeUnit.MILLISECONDS).execute(process::destroyForcibly);
    }
}
