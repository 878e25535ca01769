package org.jmpi.transport.rmi;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.transport.Frame;

/**
 * The frames on their way to one peer. They go by one remote call after the other; each call carries the frames that
 * were queued during the call before. So they keep their order, which RMI does not promise for calls at the same time.
 *
 * <p>A thread of the program that waits makes the calls, in {@link #help}: to wake another thread takes longer than a
 * short message. If no thread of the program waits, a thread of this object makes them: at once, or within
 * {@value #TICK_NANOS} ns if the program has helped lately. An idle peer is called from time to time without frames,
 * which detects its loss.
 */
final class Outbound implements Runnable {
    /** The peer, as its frames see it. */
    interface Owner {
        /**
         * {@return the stub of the peer}
         *
         * @throws IOException if the peer is not reached; the message says why
         */
        CommunicationLayer reach() throws IOException;

        /** Reports that a call or a payload failed. The owner then calls {@link #fail}. */
        void broken(Throwable cause);

        /** Reports that the thread ends. */
        void over();
    }

    /** How often an idle peer is called. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** How long a frame is left to a thread of the program. */
    private static final long TICK_NANOS = 1_000_000;

    private final Owner owner;
    private final int from;
    private final Thread thread;

    /** The frames that are not in the batch yet, oldest first; changed under the lock of this. */
    private volatile Frame first;

    private Frame last;
    private boolean started;
    private boolean departing;

    /** Whether the thread waits until it is notified; under the lock of this. */
    private boolean resting;

    /** Whether a call is due even without frames; the first one opens the connection. Under the lock of this. */
    private boolean probing = true;

    private volatile Throwable gone;

    /** Set by the thread that makes a call, which owns the batch until it clears this. */
    private final AtomicBoolean calling = new AtomicBoolean();

    private final Batch batch = new Batch();

    /** Whether frames are left in the batch between two calls. */
    private volatile boolean more;

    private volatile CommunicationLayer peer;
    private volatile int calls;
    private volatile boolean departed;

    /** Whether a thread of the program has made a call since the thread looked last. */
    private volatile boolean helped;

    /**
     * @param from the rank that sends
     * @param name of the thread
     */
    Outbound(Owner owner, int from, String name) {
        this.owner = owner;
        this.from = from;
        thread = new DaemonThread(this, name);
        thread.setContextClassLoader(CommunicationLayer.class.getClassLoader());
    }

    void send(Frame frame) {
        if (!enqueue(frame)) frame.failed(gone);
    }

    private synchronized boolean enqueue(Frame frame) {
        if (gone != null) return false;
        frame.next = null;
        if (first == null) first = frame;
        else last.next = frame;
        last = frame;
        start();
        if (resting) notifyAll();
        return true;
    }

    /** Starts the thread, which connects to the peer even if there is nothing to send. */
    synchronized void start() {
        if (started || gone != null) return;
        started = true;
        thread.start();
    }

    synchronized boolean isStarted() {
        return started;
    }

    /** Requests a call, which shows whether the peer is alive. */
    synchronized void probe() {
        probing = true;
        notifyAll();
    }

    /** Requests that the departure is announced after the last frame. */
    synchronized void depart() {
        departing = true;
        notifyAll();
    }

    /** Fails all frames, those queued and those to come. */
    void fail(Throwable cause) {
        Frame frames;
        synchronized (this) {
            if (gone == null) gone = cause;
            frames = takeQueue();
            if (!started) owner.over();
            notifyAll();
        }
        failBatch();
        fail(frames);
    }

    /** Fails the frames in the batch, unless a call is under way, after which the same is done. */
    private void failBatch() {
        if (!calling.compareAndSet(false, true)) return;
        Frame frames = batch.takeFrames();
        calling.set(false);
        fail(frames);
    }

    private void fail(Frame frames) {
        for (Frame frame = frames; frame != null; ) {
            Frame following = frame.next;
            frame.next = null;
            frame.failed(gone);
            frame = following;
        }
    }

    private Frame takeQueue() {
        Frame frames = first;
        first = null;
        return frames;
    }

    // ---- Calls ----

    /** Makes a call if there are frames and no other thread makes one; returns whether it did. */
    boolean help() {
        if (peer == null || !isFilled() || !calling.compareAndSet(false, true)) return false;
        helped = true;
        call();
        return true;
    }

    private boolean isFilled() {
        return more || first != null;
    }

    /** Makes a call on the thread that has set {@link #calling}. */
    private void call() {
        try {
            boolean end = collect();
            if (gone != null) return;
            if (end) peer.depart(from);
            else peer.put(from, calls, pack());
            calls++;
            departed = end;
        } catch (IOException | RuntimeException | Error e) {
            owner.broken(e);
        } finally {
            leave();
        }
    }

    /** Moves queued frames into the batch; returns whether only the departure is left. */
    private synchronized boolean collect() {
        batch.add(takeQueue());
        probing = false;
        return departing && batch.isEmpty();
    }

    private byte[] pack() {
        byte[] frames = batch.pack();
        more = !batch.isEmpty();
        return frames;
    }

    private void leave() {
        calling.set(false);
        if (gone != null) failBatch();
        // The thread may have been notified while it was not its turn.
        synchronized (this) {
            if (resting && isDue()) notifyAll();
        }
    }

    // ---- The thread ----

    @Override
    public void run() {
        try {
            peer = owner.reach();
            while (gone == null && !departed) if (awaitTurn() && calling.compareAndSet(false, true)) call();
        } catch (IOException | RuntimeException | Error e) {
            owner.broken(e);
        } finally {
            owner.over();
        }
    }

    /** Waits; returns whether a call is due. */
    private synchronized boolean awaitTurn() {
        if (helped) {
            helped = false;
            pause(TICK_NANOS);
            return isDue();
        }
        resting = true;
        long end = System.nanoTime() + IDLE_NANOS;
        for (long left = IDLE_NANOS; left > 0 && !isDue(); left = end - System.nanoTime()) pause(left);
        resting = false;
        return true;
    }

    private boolean isDue() {
        return gone != null || !calling.get() && (isFilled() || probing || departing);
    }

    private void pause(long nanos) {
        try {
            TimeUnit.NANOSECONDS.timedWait(this, nanos);
        } catch (InterruptedException e) {
            // This thread ends with its peer, not by an interrupt.
        }
    }

    String describe() {
        return calls + " calls made" + (calling.get() ? ", one under way" : "") + batch.describe();
    }
}
