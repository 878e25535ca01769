package org.jmpi.transport.rmi;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jmpi.comm.transport.Frame;

/**
 * The frames on their way to one peer. They go by one remote call after the other, each with all frames that have come meanwhile,
 * as far as they fit. So they keep their order though RMI promises none.
 *
 * <p>Any thread may call {@link #send}, which leaves its frame. The calls are made by a thread of the program that waits
 * anyhow, in {@link #help}, or else by a thread of this object's own. That one is woken at once unless the program has
 * helped lately; then it leaves the frame alone for a millisecond, because to wake it takes longer than the message. Who
 * helps does not wait for the call's answer, nor makes the next call before it is near; the thread does, if nobody has made one
 * within a millisecond. While there is nothing to send the thread makes an empty call now and then, which shows that the peer is alive.
 */
final class Outbound implements Runnable {
    /** What the thread needs of its owner. */
    interface Owner {
        /**
         * {@return a new connection for calls of the peer}
         *
         * @throws IOException if it is not reached; the message says why
         */
        CallConnection reach() throws IOException;

        /** {@return a count that grows with each call that the peer makes} */
        int heard();

        /** A call or a payload failed; nothing more is sent, and {@link #fail} is expected. */
        void broken(Throwable cause);

        /** The thread ends. */
        void over();
    }

    /** How long a frame is left to a thread of the program. */
    private static final long TICK_NANOS = 1_000_000L;

    /** Ticks without a call after which the thread sleeps soundly. */
    private static final int QUIET_TICKS = 50;

    private final Owner owner;
    private final Batch batch;
    private final Patience patience;
    private final long idleNanos;
    private final Thread thread;

    /** Frames left by {@link #send}, newest first. */
    private final AtomicReference<Frame> intake = new AtomicReference<>();

    private volatile boolean parked;
    private volatile boolean probing;
    private volatile boolean lastPacked;
    private volatile Throwable gone;
    private volatile long calls;
    private volatile boolean started;

    /** Whoever holds it makes a call, and has the batch. */
    private final AtomicBoolean seat = new AtomicBoolean();

    private volatile CallConnection connection;

    /** What had been heard of the peer when the last call was made; belongs to whoever has the seat. */
    private int heard;

    /** Whether the batch holds frames. */
    private volatile boolean more;

    /** Whether a thread of the program has made a call lately. */
    private volatile boolean helped;

    private int quietTicks;

    /**
     * @param patience how the thread waits when the program does not help
     * @param idleNanos time without a call after which an empty one is made
     * @param name of the thread
     */
    Outbound(Owner owner, Batch batch, Patience patience, long idleNanos, String name) {
        this.owner = owner;
        this.batch = batch;
        this.patience = patience;
        this.idleNanos = idleNanos;
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
        synchronized (this) {
            gone = cause;
            if (!started) owner.over();
        }
        failBatch();
        failIntake(cause);
        LockSupport.unpark(thread);
    }

    /** Answers what the batch holds, unless a call is under way, after which the same is done. */
    private void failBatch() {
        if (!seat.compareAndSet(false, true)) return;
        Frame frames = batch.takeFrames();
        seat.set(false);
        fail(frames, gone);
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

    // ---- Calls ----

    /**
     * Makes a call on the thread of the program, if there is something to send, the answer to the call before is near and nobody
     * else makes one; returns whether it did.
     */
    boolean help() {
        if (connection == null || !isFilled() || !call(true)) return false;
        // A tick that ends meanwhile forgets that there is a helper; the thread also waits for the answer.
        if (lastPacked || parked) LockSupport.unpark(thread);
        return true;
    }

    /** Returns false if another thread makes a call, or none has to be made. */
    private boolean call(boolean byHelper) {
        if (!seat.compareAndSet(false, true)) return false;
        try {
            if (gone != null || lastPacked || byHelper && !(isFilled() && isAnswerNear())) return false;
            // Before the call: frames that come while it is under way are then looked after by a tick.
            if (byHelper) helped = true;
            callSeated();
            // A helper has something better to wait for.
            if (!byHelper || batch.isLastPacked()) connection.awaitAnswer();
            if (batch.isLastPacked()) lastPacked = true;
        } catch (IOException | RuntimeException | Error e) {
            owner.broken(e);
        } finally {
            leaveSeat();
        }
        return true;
    }

    /** A peer that has made a call since the last one is most likely awake, and answers it; to look takes a system call. */
    private boolean isAnswerNear() throws IOException {
        return owner.heard() != heard || connection.isAnswerHere();
    }

    private void callSeated() throws IOException {
        probing = false;
        batch.add(takeIntake());
        batch.pack();
        more = !batch.isEmpty();
        connection.awaitAnswer();
        heard = owner.heard();
        connection.put(batch.bytes(), batch.length());
        calls++;
    }

    /** Waits for the answer to a helper's call, unless somebody makes the next one. */
    private void settle() {
        if (!seat.compareAndSet(false, true)) return;
        try {
            if (gone == null) connection.awaitAnswer();
        } catch (IOException | RuntimeException | Error e) {
            owner.broken(e);
        } finally {
            leaveSeat();
        }
    }

    private void leaveSeat() {
        seat.set(false);
        if (gone != null) failBatch();
        // A frame that came meanwhile has woken the thread, which found the seat taken and sleeps again.
        else if (parked && isFilled()) LockSupport.unpark(thread);
    }

    private boolean isFilled() {
        return more || intake.get() != null;
    }

    // ---- The thread ----

    @Override
    public void run() {
        try {
            connection = owner.reach();
            call(false);
            while (!isOver()) if (awaitWork()) call(false);
        } catch (IOException | RuntimeException | Error e) {
            owner.broken(e);
        } finally {
            owner.over();
        }
    }

    private boolean isOver() {
        return gone != null || lastPacked;
    }

    /** Returns whether there is something to do, and nobody at it. */
    private boolean isDue() {
        return (isFilled() || probing) && !seat.get() || isOver();
    }

    /** Returns whether a call is to be made. */
    private boolean awaitWork() {
        if (helped) return tick();
        patience.begin();
        while (!isDue()) if (!patience.lasts()) return park();
        return true;
    }

    /** Sleeps for a moment in which the program may make the calls; returns whether it did not. */
    private boolean tick() {
        long before = calls;
        LockSupport.parkNanos(this, TICK_NANOS);
        quietTicks = calls == before ? quietTicks + 1 : 0;
        if (quietTicks > 0 && connection.isUnanswered()) settle();
        boolean due = isDue();
        if (!due && quietTicks < QUIET_TICKS) return false;
        quietTicks = 0;
        helped = false;
        return due;
    }

    /** Sleeps until there is something to do; returns whether there is, or it is time for a sign of life. */
    private boolean park() {
        long end = System.nanoTime() + idleNanos;
        parked = true;
        while (!isDue() && !helped && System.nanoTime() - end < 0) LockSupport.parkNanos(this, end - System.nanoTime());
        parked = false;
        return !helped;
    }

    String describe() {
        return calls + " calls made" + (isCalling() ? ", one under way" : "") + batch.describe();
    }

    private boolean isCalling() {
        CallConnection made = connection;
        return made != null && made.isUnanswered();
    }
}
