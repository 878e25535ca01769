package org.jmpi.ibm;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jmpi.jobs.Ended;
import org.jmpi.jobs.Processes;

/** Runs trials, several at once, and leaves no process behind. */
final class Jobs implements AutoCloseable {
    private final Launcher launcher;
    private final ExecutorService workers;
    private final Processes processes = new Processes();

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
        Ended ended = processes.run(new ProcessBuilder(launcher.words(trial)), launcher.limit(trial));
        return ended.late()
                ? Outcome.hung(trial, ", and jmpirun did not end it", ended.nanos(), ended.output())
                : Outcome.ofExit(trial, ended.exitCode(), ended.nanos(), ended.output());
    }

    /** Ends all jobs; no other starts. */
    @Override
    public void close() {
        processes.close();
        workers.shutdown();
    }
}
