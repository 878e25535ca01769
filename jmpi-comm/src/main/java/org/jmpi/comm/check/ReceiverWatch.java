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

    ReceiverWatch(int rank) {
        this.rank = rank;
        this.clock = new ScheduledThreadPoolExecutor(1, run -> new DaemonThread(run, "jmpi-receivers-" + rank));
        clock.setKeepAliveTime(MOST_MILLIS, TimeUnit.MILLISECONDS);
        clock.allowCoreThreadTimeOut(true);
        clock.setRemoveOnCancelPolicy(true);
    }

    /** Begins to look at a receiver that the calling thread runs; returns the warning, to cancel. */
    Future<?> begin(String layer, int id, int peer) {
        Thread thread = Thread.currentThread();
        return clock.schedule(() -> warn(layer, id, peer, thread), MOST_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void warn(String layer, int id, int peer, Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        Warnings.print(
                rank,
                "the receiver of id " + id + " of layer " + layer + " has not returned for "
                        + MOST_MILLIS / 1000 + " s from a frame of rank " + peer
                        + (stack.length == 0 ? "" : ", at " + stack[0])
                        + ": no message moves meanwhile, so leave the work to another thread");
    }
}
