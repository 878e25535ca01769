package org.jmpi.rpc;

import java.lang.ref.ReferenceQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jmpi.comm.config.Warnings;
import org.jmpi.comm.error.CommException;

/**
 * Sends what threads that must not wait have to send, in its order; and looks for references that the program has
 * dropped, and at calls. Its thread runs from the first of these to {@link #close}.
 */
final class Sender {
    private static final long LOOK_MILLIS = 100;
    static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS);

    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final ReferenceQueue<GlobalRef<?>> dropped = new ReferenceQueue<>();
    private final Workers workers;
    private final Runnable onLook;
    private final Consumer<References.Held> onDropped;
    private final BooleanSupplier isOver;

    /** Guarded by this. */
    private Thread thread;

    private volatile boolean closed;

    /**
     * @param workers makes the thread
     * @param onLook looks at calls
     * @param isOver whether the rank has left without MPI.Finalize
     */
    Sender(Workers workers, Runnable onLook, Consumer<References.Held> onDropped, BooleanSupplier isOver) {
        this.workers = workers;
        this.onLook = onLook;
        this.onDropped = onDropped;
        this.isOver = isOver;
    }

    /** Returns where references go that the program has dropped. */
    ReferenceQueue<GlobalRef<?>> dropped() {
        return dropped;
    }

    /** Has the thread look for dropped references. */
    synchronized void start() {
        if (thread != null || closed) return;
        thread = workers.thread(this::run, "sender");
        thread.start();
    }

    /** Runs a task, after those before it. */
    void queue(Runnable task) {
        tasks.add(task);
        start();
    }

    private void run() {
        long looked = System.nanoTime();
        try {
            while (!closed && !isOver.getAsBoolean()) {
                Runnable task = tasks.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                if (task != null) run(task);
                if (System.nanoTime() - looked >= LOOK_NANOS) {
                    looked = System.nanoTime();
                    run(onLook);
                }
                for (Object held = dropped.poll(); held != null; held = dropped.poll()) {
                    References.Held known = (References.Held) held;
                    run(() -> onDropped.accept(known));
                }
            }
        } catch (InterruptedException e) {
            // The layer is closed, or the ranks of this JVM are stopped.
            closed = true;
        }
    }

    /** A task that fails does not end those behind it. */
    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            if (!closed) Warnings.print("remote objects: " + CommException.describe(e));
        }
    }

    /** Ends the thread. */
    synchronized void close() {
        closed = true;
        if (thread != null) thread.interrupt();
    }
}
