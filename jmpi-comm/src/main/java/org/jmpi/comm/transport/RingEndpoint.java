package org.jmpi.comm.transport;

import jdk.internal.vm.annotation.DontInline;

/**
 * The way to a peer on the same host: a ring, and the frames that wait for room in it.
 *
 * <p>The lock is held while a frame is copied; never while anything of the protocols runs.
 */
final class RingEndpoint implements Endpoint {
    final int peer;

    private final RingTransport transport;
    private final SpinLock lock = new SpinLock();
    private RingWriter writer;
    private int idlePollsBefore;
    private Frame first;
    private Frame last;

    /** The thread that is telling a frame that it was sent; threads that overwrite each other here nest once more. */
    private Thread answering;

    /** Whether frames wait; changed under the lock. */
    private volatile boolean stuck;

    /** Why nothing goes to the peer any more; changed under the lock. */
    private volatile Throwable gone;

    /** Whether the handler knows that the peer is gone; guarded by the lock. Until then frames are queued. */
    private boolean failing;

    RingEndpoint(int peer, RingTransport transport) {
        this.peer = peer;
        this.transport = transport;
    }

    @Override
    public String transport() {
        return transport.name();
    }

    @Override
    @DontInline
    public void send(Frame frame) {
        if (gone == null && writer == null) transport.open(this);
        boolean written = false;
        boolean handedOver = false;
        boolean open = false;
        Throwable failure = null;
        lock.lock();
        try {
            if (gone == null) {
                open = writer != null;
                // A frame that is sent by sent() waits for the loop below it, or chains of them would nest without end.
                written = open && first == null && answering != Thread.currentThread() && writer.write(frame);
                handedOver = written && writer.handedOver();
                if (!written) append(frame);
                else if (writer.isUnprepared()) prepare();
            } else if (failing) {
                failure = gone;
            } else {
                append(frame);
            }
        } finally {
            lock.unlock();
        }
        if (failure != null) {
            frame.failed(failure);
            return;
        }
        if (handedOver) transport.handedOver(this);
        if (open) transport.tell(this);
        if (!written) transport.onStuck();
        else if (!handedOver) answer(frame);
    }

    /** Readies the place of the next frame, unless this rank sends one after the other without a wait in between. */
    private void prepare() {
        int now = transport.idlePolls();
        if (now != idlePollsBefore) writer.prepare();
        idlePollsBefore = now;
    }

    private void answer(Frame frame) {
        answering = Thread.currentThread();
        frame.sent();
        answering = null;
        if (stuck) flush();
    }

    private void append(Frame frame) {
        frame.next = null;
        if (first == null) first = frame;
        else last.next = frame;
        last = frame;
        if (stuck) return;
        stuck = true;
        transport.stuck(1);
    }

    /** Takes the first frame that waits; it keeps none of the others. */
    private Frame removeFirst() {
        Frame removed = first;
        first = removed.next;
        removed.next = null;
        if (first == null) unstick();
        return removed;
    }

    boolean isStuck() {
        return stuck;
    }

    /** Writes what there is room for; returns whether anything was written. */
    boolean flush() {
        boolean any = false;
        while (stuck) {
            Frame written = null;
            boolean handedOver = false;
            lock.lock();
            try {
                if (first == null || writer == null || gone != null) break;
                long before = writer.progress();
                boolean whole = writer.write(first);
                any |= writer.progress() != before;
                if (!whole) break;
                handedOver = writer.handedOver();
                written = removeFirst();
            } finally {
                lock.unlock();
            }
            if (handedOver) {
                transport.handedOver(this);
                continue;
            }
            answering = Thread.currentThread();
            written.sent();
            answering = null;
        }
        if (any) transport.tell(this);
        return any;
    }

    private void unstick() {
        last = null;
        stuck = false;
        transport.stuck(-1);
    }

    /** Begins to write into a ring, unless there is one; the caller made it for this endpoint alone. */
    void open(RingWriter made) {
        lock.lock();
        writer = made;
        lock.unlock();
    }

    boolean isOpen() {
        return writer != null;
    }

    boolean isWatched() {
        return writer.isWatched();
    }

    boolean isRefused() {
        RingWriter open = writer;
        return open != null && open.isRefused();
    }

    /** Copies parts of what was handed over, if the peer is about it; returns whether there were any. */
    boolean helpCopy() {
        return writer.helpCopy();
    }

    boolean hasHandedOver() {
        lock.lock();
        try {
            return writer != null && writer.hasHandedOver();
        } finally {
            lock.unlock();
        }
    }

    Throwable gone() {
        return gone;
    }

    /**
     * Ends the way to the peer; {@link #failAll} follows, once the handler knows.
     *
     * @return whether it had not ended
     */
    boolean end(Throwable cause) {
        lock.lock();
        try {
            if (gone != null) return false;
            gone = cause;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Answers the frames that can't be sent any more, and those to come. */
    void failAll() {
        while (true) {
            Frame frame;
            lock.lock();
            try {
                failing = true;
                frame = writer == null ? null : writer.takeBack();
                if (frame == null && first != null) frame = removeFirst();
            } finally {
                lock.unlock();
            }
            if (frame == null) return;
            frame.failed(gone);
        }
    }

    /** Returns the state as text; null if no frame ever went to the peer. */
    String describe() {
        RingWriter open = writer;
        if (gone != null) return "gone: " + gone.getMessage();
        return open == null ? null : open + (stuck ? ", frames wait for room" : "");
    }
}
