package org.jmpi.comm.check;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.config.Warnings;
import org.jmpi.comm.transport.DaemonThread;

/** Warns of receivers of layers that block. Its thread ends when no frame has come for a while. */
final class ReceiverWatch {
    private static final long MOST_MILLIS = 1000;

    private final int rank;
    private final ScheduledThreadPoolExecutor clock;

    /** The receiver that a thread runs; the innermost, if a receiver runs another. */
    private final ThreadLocal<Run> current = new ThreadLocal<>();

    /** A run of a receiver. */
    private static final class Run {
        private final Run outer;
        private final Thread thread = Thread.currentThread();

        /** The method of a remote object that the receiver runs, or null. */
        private volatile String method;

        private Future<?> warning;

        Run(Run outer) {
            this.outer = outer;
        }
    }

    ReceiverWatch(int rank) {
        this.rank = rank;
        this.clock = new ScheduledThreadPoolExecutor(1, run -> new DaemonThread(run, "jmpi-receivers-" + rank));
        clock.setKeepAliveTime(MOST_MILLIS, TimeUnit.MILLISECONDS);
        clock.allowCoreThreadTimeOut(true);
        clock.setRemoveOnCancelPolicy(true);
    }

    /** Begins to look at a receiver that the calling thread runs; returns what {@link #end} takes. */
    Object begin(String layer, int id, int peer) {
        Run run = new Run(current.get());
        current.set(run);
        run.warning = clock.schedule(() -> warn(layer, id, peer, run), MOST_MILLIS, TimeUnit.MILLISECONDS);
        return run;
    }

    /** @param kept what {@link #begin} has returned */
    void end(Object kept) {
        Run run = (Run) kept;
        run.warning.cancel(false);
        if (run.outer == null) current.remove();
        else current.set(run.outer);
    }

    /** Notes that the receiver of the calling thread, if any, runs a method; returns the one before, or null. */
    String beginMethod(String method) {
        Run run = current.get();
        if (run == null) return null;
        String outer = run.method;
        run.method = method;
        return outer;
    }

    /** @param outer what {@link #beginMethod} has returned */
    void endMethod(String outer) {
        Run run = current.get();
        if (run != null) run.method = outer;
    }

    private void warn(String layer, int id, int peer, Run run) {
        StackTraceElement[] stack = run.thread.getStackTrace();
        String method = run.method;
        String runs = method == null
                ? "the receiver of id " + id + " of layer " + layer
                : "the simple method " + method + " of a remote object";
        Warnings.print(
                rank,
                runs + " has not returned for " + MOST_MILLIS / 1000 + " s from a "
                        + (method == null ? "frame" : "call") + " of rank " + peer
                        + (stack.length == 0 ? "" : ", at " + stack[0]) + ": no message moves meanwhile, so "
                        + (method == null ? "leave the work to another thread" : "make the method threaded"));
    }
}
