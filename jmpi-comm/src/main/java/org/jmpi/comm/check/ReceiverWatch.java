package org.jmpi.comm.check;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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

    /** The methods of remote objects that threads run. */
    private final Map<Thread, String> methods = new ConcurrentHashMap<>();

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

    /** Notes that the calling thread runs a method; returns the one that it has run so far, or null. */
    String beginMethod(String method) {
        return methods.put(Thread.currentThread(), method);
    }

    /** @param outer what {@link #beginMethod} has returned */
    void endMethod(String outer) {
        if (outer == null) methods.remove(Thread.currentThread());
        else methods.put(Thread.currentThread(), outer);
    }

    private void warn(String layer, int id, int peer, Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        String method = methods.get(thread);
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
