package org.jmpi.run.job;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jmpi.comm.transport.DaemonThread;

/** A job that a {@link JobBuilder} has started. */
public final class RunningJob {
    private final Process process;
    private final FailureFolder folder;
    private final Thread out;
    private final Thread err;

    /** The failures, once jmpirun and its folder are gone. */
    private final CompletableFuture<SortedMap<Integer, String>> end;

    RunningJob(Process process, FailureFolder folder, Consumer<String> output, Consumer<String> errors) {
        this.process = process;
        this.folder = folder;
        out = pump(process.inputReader(), output);
        err = pump(process.errorReader(), errors);
        end = process.onExit().thenApply(ended -> readLast());
    }

    private SortedMap<Integer, String> readLast() {
        try {
            SortedMap<Integer, String> failures = folder.read();
            FailureFolder.remove(folder.path());
            return failures;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove the folder of the job", e);
        }
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

    /**
     * Waits for the end of the job and of its output.
     *
     * @return the exit code, as jmpirun's: 0 if all ranks have ended well, 2 if the job could not be started
     * @throws InterruptedException if the calling thread is interrupted; the job goes on
     */
    public int await() throws InterruptedException {
        int code = process.waitFor();
        out.join();
        err.join();
        end.join();
        return code;
    }

    /**
     * Waits for the end of the job.
     *
     * @param limit how long
     * @return false if it has not ended within the limit
     * @throws InterruptedException if the calling thread is interrupted; the job goes on
     */
    public boolean await(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** {@return whether the job has not yet ended} */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends all ranks. The exit code is then 143. */
    public void stop() {
        process.toHandle().destroy();
    }

    /** Kills jmpirun, and those ranks that are processes of this host: for a job that {@link #stop} does not end. */
    public void kill() {
        List<ProcessHandle> ranks = process.descendants().toList();
        process.toHandle().destroyForcibly();
        ranks.forEach(ProcessHandle::destroyForcibly);
    }

    /**
     * Returns why ranks have failed so far. Ranks that jmpirun has ended, or that failed since they needed another one,
     * are left out.
     *
     * @return a line for each rank, such as {@code rank 3 ended with exit code 1}
     */
    public SortedMap<Integer, String> failures() {
        SortedMap<Integer, String> known = folder.read();
        return process.isAlive() ? known : new TreeMap<>(end.join());
    }
}
