package org.jmpi.transport.rmi;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jmpi.comm.transport.Frame;

/**
 * The frames on their way to one peer, and the thread that takes them there: one remote call after the other, each with all
 * frames that have come meanwhile, as far as they fit. So the frames keep their order though RMI promises none.
 *
 * <p>Any thread may call {@link #send}; it leaves its frame and wakes the thread. While there is nothing to send the thread
 * makes an empty call now and then: it shows that the peer is alive, and keeps RMI from closing the connection.
 */
final class Outbound implements Runnable {
    /** What the thread needs of its owner. */
    interface Owner {
        /**
         * {@return the peer's exported object}
         *
         * @throws IOException if it is not reached; the message says why
         */
        CommunicationLayer reach() throws IOException;

        /** A call or a payload failed; nothing more is sent, and {@link #fail} is expected. */
        void broken(Throwable cause);

        /** The thread ends. */
        void over();
    }

    /** Well below the 15 s after which RMI closes a connection that is not used. */
    private static final long IDLE_NANOS = 5_000_000_000L;

    private final Owner owner;
    private final Batch batch;
    private final Patience patience;
    private final Thread thread;

    /** Frames left by {@link #send}, newest first. */
    private final AtomicReference<Frame> intake = new AtomicReference<>();

    private volatile boolean parked;
    private volatile boolean probing;
    private volatile boolean lastPacked;
    private volatile Throwable gone;
    private volatile long calls;
    private volatile boolean calling;
    private volatile boolean started;
    private boolean ended;

    Outbound(Owner owner, Batch batch, Patience patience, String name) {
        this.owner = owner;
        this.batch = batch;
        this.patience = patience;
        thread = new Thread(this, name);
        thread.setDaemon(true);
        thread.setContextClassLoader(CommunicationLayer.class.getClassLoader());
    }

    void send(Frame frame) {
        Frame newest;
        do {
            newest = intake.get();
            frame.next = newest;
        } while (!intake.compareAndSet(newest, frame));
        // The frame lies in the intake before the look at what may keep the thread from seeing it.
        if (newest == null) {
            if (parked) LockSupport.unpark(thread);
            else if (!started) start();
        }
        if (gone != null) failIntake(gone);
    }

    /** Starts the thread, which then reaches the peer, though there may be nothing to send. */
    synchronized void start() {
        if (started || gone != null) return;
        started = true;
        thread.start();
    }

    boolean isStarted() {
        return started;
    }

    /** Has a call made soon, to see whether the peer is alive. */
    void probe() {
        probing = true;
        LockSupport.unpark(thread);
    }

    /** Answers every frame, queued or yet to come, by {@link Frame#failed}. */
    void fail(Throwable cause) {
        boolean idle;
        synchronized (this) {
            gone = cause;
            idle = ended || !started;
        }
        if (idle) end(cause);
        else LockSupport.unpark(thread);
        failIntake(cause);
    }

    private void failIntake(Throwable cause) {
        fail(takeIntake(), cause);
    }

    private static void fail(Frame frames, Throwable cause) {
        for (Frame frame = frames; frame != null; ) {
            Frame following = frame.next;
            frame.next = null;
            frame.failed(cause);
            frame = following;
        }
    }

    /** Returns what was left by {@link #send}, oldest first. */
    private Frame takeIntake() {
        Frame oldest = null;
        for (Frame frame = intake.getAndSet(null); frame != null; ) {
            Frame older = frame.next;
            frame.next = oldest;
            oldest = frame;
            frame = older;
        }
        return oldest;
    }

    // ---- The thread ----

    @Override
    public void run() {
        try {
            CommunicationLayer layer = owner.reach();
            while (gone == null && !lastPacked) {
                call(layer);
                if (batch.isEmpty() && !lastPacked) awaitWork();
            }
        } catch (IOException | RuntimeException | Error e) {
            owner.broken(e);
        } finally {
            end();
        }
    }

    private void end() {
        Throwable cause;
        synchronized (this) {
            ended = true;
            cause = gone;
        }
        end(cause);
    }

    /** Answers what the thread has not packed; by the thread, or after its end. */
    private void end(Throwable cause) {
        if (cause != null) fail(batch.takeFrames(), cause);
        owner.over();
    }

    private void call(CommunicationLayer layer) throws IOException {
        probing = false;
        batch.add(takeIntake());
        byte[] bytes = batch.pack();
        if (batch.isLastPacked()) lastPacked = true;
        calling = true;
        layer.put(bytes);
        calling = false;
        calls++;
    }

    private boolean isDue() {
        return intake.get() != null || probing || gone != null;
    }

    private void awaitWork() {
        patience.begin();
        while (!isDue()) {
            if (patience.lasts()) continue;
            park();
            return;
        }
    }

    private void park() {
        parked = true;
        if (!isDue()) LockSupport.parkNanos(this, IDLE_NANOS);
        parked = false;
    }

    String describe() {
        return calls + " calls made" + (calling ? ", one under way" : "") + batch.describe();
    }
}
