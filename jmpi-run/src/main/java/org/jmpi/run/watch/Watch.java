package org.jmpi.run.watch;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jmpi.comm.transport.DaemonThread;

/** Shows a job once a second, until it is closed or the job has ended. */
public final class Watch implements AutoCloseable {
    private static final long PERIOD_MILLIS = 1000;

    /** The time limit for the output of the last state, whose reader may pause. */
    private static final long END_MILLIS = 2000;

    private final Source source;
    private final View view;
    private final Consumer<String> out;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new DaemonThread(this::run, "jmpirun-watch");
    private IOException failure;
    private boolean ended;

    /** The source of the states. */
    @FunctionalInterface
    public interface Source {
        /**
         * {@return what the job is at}
         *
         * @throws IOException if there is no answer any more
         * @throws InterruptedException if the calling thread is interrupted
         */
        JobStatus status() throws IOException, InterruptedException;
    }

    private Watch(Source source, View view, Consumer<String> out) {
        this.source = source;
        this.view = view;
        this.out = out;
    }

    /**
     * Starts to show a job.
     *
     * @param source of the states
     * @param view how they are shown
     * @param out writes what the view returns
     * @return the watch, which runs
     */
    public static Watch start(Source source, View view, Consumer<String> out) {
        Watch watch = new Watch(source, view, out);
        watch.thread.start();
        return watch;
    }

    /**
     * Waits until there are no more states.
     *
     * @throws IOException why there are none
     */
    public void await() throws IOException {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        }
        end();
        if (failure != null) throw failure;
    }

    private void run() {
        try {
            do {
                write(view.show(source.status()));
            } while (!closed.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS));
        } catch (IOException e) {
            failure = e;
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        }
    }

    private void write(String text) {
        if (!text.isEmpty() && closed.getCount() > 0) out.accept(text);
    }

    private synchronized void end() {
        if (ended) return;
        ended = true;
        String text = view.end();
        if (!text.isEmpty()) out.accept(text);
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end();
    }
}
