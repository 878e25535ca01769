package org.jmpi.bench.jobs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Runs processes, each with a time limit, and leaves none behind. Any number of threads may run one at the same time.
 */
public final class Processes implements AutoCloseable {
    private static final int OUTPUT_BYTES = 1 << 18;
    private static final int CHUNK = 8192;
    private static final int SIGNAL_BASE = 128;
    /** How long a process may take to end all that it has started. */
    private static final long END_MILLIS = 5000;
    /** How much later than a process a signal may reach this one. */
    private static final long OWN_SIGNAL_MILLIS = 300;

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Set<Process> running = new HashSet<>();

    /** Prepares for any number of processes. */
    public Processes() {}

    /**
     * Starts a process, whose output and errors become one stream and whose input is empty, and waits for its end.
     *
     * @param limit after which it is ended, at first politely
     * @throws CancellationException if {@link #close} comes first
     * @throws IOException if it cannot be started
     */
    public Ended run(ProcessBuilder builder, Duration limit) throws IOException, InterruptedException {
        return run(builder, limit, OutputStream.nullOutputStream());
    }

    /**
     * Does the same, and copies all output as it comes.
     *
     * @throws IOException if it cannot be started, or if the copy cannot be written
     */
    public Ended run(ProcessBuilder builder, Duration limit, OutputStream copy)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        Job job = start(builder, limit);
        try {
            OutputTail output = new OutputTail(OUTPUT_BYTES);
            read(job.process.getInputStream(), output, copy);
            int exitCode = job.process.waitFor();
            long nanos = System.nanoTime() - start;
            if (!job.late) checkOpen(exitCode);
            return new Ended(exitCode, job.late, nanos, output.text());
        } finally {
            job.alarm.cancel(false);
            end(Set.of(job.process));
            forget(job.process);
        }
    }

    private static void read(InputStream in, OutputStream... copies) throws IOException {
        byte[] chunk = new byte[CHUNK];
        for (int length = in.read(chunk); length >= 0; length = in.read(chunk))
            for (OutputStream copy : copies) copy.write(chunk, 0, length);
    }

    /** A process under way, with an alarm for the end of its time. */
    private final class Job {
        final Process process;
        final Future<?> alarm;
        volatile boolean late;

        Job(ProcessBuilder builder, Duration limit) throws IOException {
            process = builder.redirectErrorStream(true).start();
            process.getOutputStream().close();
            alarm = clock.schedule(this::ring, limit.toMillis(), TimeUnit.MILLISECONDS);
        }

        private void ring() {
            late = true;
            end(Set.of(process));
        }
    }

    private synchronized Job start(ProcessBuilder builder, Duration limit) throws IOException {
        if (isClosed()) throw new CancellationException();
        Job job = new Job(builder, limit);
        running.add(job.process);
        return job;
    }

    private synchronized void forget(Process process) {
        running.remove(process);
    }

    private synchronized Set<Process> running() {
        closed.countDown();
        return Set.copyOf(running);
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    // Ctrl-C reaches the processes and this one at once: that it ended one of them is no result.
    private void checkOpen(int exitCode) throws InterruptedException {
        if (exitCode > SIGNAL_BASE && closed.await(OWN_SIGNAL_MILLIS, TimeUnit.MILLISECONDS) || isClosed())
            throw new CancellationException();
    }

    /** Ends all processes; no other starts. */
    @Override
    public void close() {
        end(running());
        clock.shutdownNow();
    }

    /** Asks processes to end, and if that has no effect ends them and what they have started by force. */
    private static void end(Set<Process> processes) {
        // Process.destroy closes the streams, too, from which a thread still reads.
        processes.forEach(process -> process.toHandle().destroy());
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_MILLIS);
        for (Process process : processes) {
            if (ends(process, deadline - System.nanoTime())) continue;
            List<ProcessHandle> descendants = process.descendants().toList();
            process.toHandle().destroyForcibly();
            descendants.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private static boolean ends(Process process, long nanos) {
        try {
            return process.waitFor(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
