package org.jmpi.run.job;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jmpi.comm.transport.DaemonThread;

/** A job that a {@link JobBuilder} has started. */
public final class RunningJob {
    private static final Pattern FAILURE = Pattern.compile("jmpirun: (rank (\\d+)\\b.*)");

    private final Process process;
    private final Consumer<String> errors;
    private final SortedMap<Integer, String> failures = Collections.synchronizedSortedMap(new TreeMap<>());
    private final Thread out;
    private final Thread err;

    RunningJob(Process process, Consumer<String> output, Consumer<String> errors) {
        this.process = process;
        this.errors = errors;
        out = pump(process.inputReader(), output);
        err = pump(process.errorReader(), this::take);
    }

    private static Thread pump(BufferedReader reader, Consumer<String> lines) {
        Thread thread = new DaemonThread(
                () -> {
                    try (reader) {
                        for (String line = reader.readLine(); line != null; line = reader.readLine())
                            lines.accept(line);
                    } catch (IOException e) {
                        throw new UncheckedIOException("cannot read the output of the job", e);
                    }
                },
                "jmpi-job-output");
        thread.start();
        return thread;
    }

    private void take(String line) {
        Matcher failure = FAILURE.matcher(line);
        if (failure.matches()) failures.putIfAbsent(Integer.valueOf(failure.group(2)), failure.group(1));
        errors.accept(line);
    }

    /**
     * Waits for the end of the job and of its output.
     *
     * @return the exit code, as jmpirun's: 0 if all ranks have ended well, 2 if the job could not be started
     */
    public int await() throws InterruptedException {
        int code = process.waitFor();
        out.join();
        err.join();
        return code;
    }

    /**
     * Waits for the end of the job.
     *
     * @return false if it has not ended within the limit
     */
    public boolean await(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Returns whether the job has not yet ended. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends all ranks. The exit code is then 143. */
    public void stop() {
        process.toHandle().destroy();
    }

    /** Returns why ranks have failed, by rank: {@code rank 3 ended with exit code 1}. Empty if none has so far. */
    public SortedMap<Integer, String> failures() {
        synchronized (failures) {
            return new TreeMap<>(failures);
        }
    }
}
