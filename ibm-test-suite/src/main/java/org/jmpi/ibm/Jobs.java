package org.jmpi.ibm;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jmpi.bench.jobs.Ended;
import org.jmpi.bench.jobs.Processes;

/** Runs series of trials, each as a job, several at once, and leaves no process behind. */
final class Jobs implements AutoCloseable {
    private final Launcher launcher;
    private final ExecutorService workers;
    private final ExecutorService waiters;
    private final BlockingQueue<Future<Report>> done = new LinkedBlockingQueue<>();
    private final CompletionService<Report> reports;
    private final CompletionService<Report> reportsOfWaiters;
    private final Processes processes = new Processes();

    /** What came of the first trials of a series; the others have not been run, or not long enough. */
    private record Report(Series series, List<Outcome> outcomes) {}

    /** @param atOnce the number of jobs that run at the same time, beside as many that wait for their limits */
    Jobs(Launcher launcher, int atOnce) {
        this.launcher = launcher;
        workers = Executors.newFixedThreadPool(atOnce);
        reports = new ExecutorCompletionService<>(workers, done);
        waiters = Executors.newFixedThreadPool(atOnce);
        reportsOfWaiters = new ExecutorCompletionService<>(waiters, done);
    }

    /**
     * Runs series and tells of each trial when its job has ended.
     *
     * @throws CancellationException if {@link #close} comes first
     * @throws IOException if jmpirun can't be started
     */
    void run(List<Series> all, Consumer<Outcome> listener) throws IOException, InterruptedException {
        int missing = 0;
        for (Series series : all) {
            missing += series.size();
            submit(series);
        }
        while (missing > 0) {
            Report report = get(done.take());
            int told = report.outcomes.size();
            missing -= told;
            if (told < report.series.size()) submit(report.series.from(told));
            report.outcomes.forEach(listener);
        }
    }

    private void submit(Series series) {
        boolean waits = series.first().program().waitsForItsLimit();
        (waits ? reportsOfWaiters : reports).submit(() -> run(series));
    }

    private static Report get(Future<Report> future) throws IOException, InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) throw cause;
            if (e.getCause() instanceof RuntimeException cause) throw cause;
            throw new IllegalStateException(e.getCause());
        }
    }

    private Report run(Series series) throws IOException, InterruptedException {
        Transcript transcript = new Transcript(series);
        Ended end = processes.run(new ProcessBuilder(launcher.words(series)), launcher.limit(series), transcript);
        return new Report(series, transcript.outcomes(end));
    }

    /** Ends all jobs; no other starts. */
    @Override
    public void close() {
        processes.close();
        workers.shutdown();
        waiters.shutdown();
    }
}
