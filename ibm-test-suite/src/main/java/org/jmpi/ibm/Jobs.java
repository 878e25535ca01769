package org.jmpi.ibm;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Runs trials, several at once, and leaves no process behind. */
final class Jobs implements AutoCloseable {
    private static final int OUTPUT_BYTES = 1 << 18;
    private static final int SIGNAL_BASE = 128;
    /** How long jmpirun may take to end its ranks. */
    private static final long END_MILLIS = 5000;
    /** How much later than a job a signal may reach this process. */
    private static final long OWN_SIGNAL_MILLIS = 300;

    private final Launcher launcher;
    private final ExecutorService workers;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Set<Process> running = new HashSet<>();

    /** @param atOnce the number of trials that run at the same time */
    Jobs(Launcher launcher, int atOnce) {
        this.launcher = launcher;
        workers = Executors.newFixedThreadPool(atOnce);
    }

    /**
     * Runs trials and tells of each when it has ended.
     *
     * @throws CancellationException if {@link #close} comes first
     * @throws IOException if jmpirun can't be started
     */
    void run(List<Trial> trials, Consumer<Outcome> listener) throws IOException, InterruptedException {
        CompletionService<Outcome> service = new ExecutorCompletionService<>(workers);
        for (Trial trial : trials) service.submit(() -> run(trial));
        for (int done = 0; done < trials.size(); done++) listener.accept(outcome(service.take()));
    }

    private static Outcome outcome(Future<Outcome> future) throws IOException, InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) throw cause;
            if (e.getCause() instanceof RuntimeException cause) throw cause;
            throw new IllegalStateException(e.getCause());
        }
    }

    private Outcome run(Trial trial) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Job job = start(trial);
        try {
            OutputTail output = new OutputTail(OUTPUT_BYTES);
            output.readAll(job.process.getInputStream());
            int exitCode = job.process.waitFor();
            long nanos = System.nanoTime() - start;
            if (job.late) return Outcome.hung(trial, ", and jmpirun did not end it", nanos, output.text());
            checkOpen(exitCode);
            return Outcome.ofExit(trial, exitCode, nanos, output.text());
        } finally {
            job.alarm.cancel(false);
            end(Set.of(job.process));
            forget(job.process);
        }
    }

    /** A trial under way, with an alarm for the case that jmpirun itself hangs. */
    private final class Job {
        final Process process;
        final Future<?> alarm;
        volatile boolean late;

        Job(Trial trial) throws IOException {
            process = launcher.start(trial);
            long millis = trial.limit()
                    .plus(launcher.grace().multipliedBy(trial.patience()))
                    .toMillis();
            alarm = clock.schedule(this::ring, millis, TimeUnit.MILLISECONDS);
        }

        private void ring() {
            late = true;
            end(Set.of(process));
        }
    }

    private synchronized Job start(Trial trial) throws IOException {
        if (isClosed()) throw new CancellationException();
        Job job = new Job(trial);
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

    // Ctrl-C reaches the jobs and this process at once: that it ended a job is no outcome.
    private void checkOpen(int exitCode) throws InterruptedException {
        if (exitCode > SIGNAL_BASE && closed.await(OWN_SIGNAL_MILLIS, TimeUnit.MILLISECONDS) || isClosed())
            throw new CancellationException();
    }

    /** Ends all jobs; no other starts. */
    @Override
    public void close() {
        end(running());
        workers.shutdown();
        clock.shutdownNow();
    }

    /** Asks jmpirun to end its job, and if that has no effect ends both by force. */
    private static void end(Set<Process> processes) {
        // Process.destroy closes the streams, too, from which a worker still reads.
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
