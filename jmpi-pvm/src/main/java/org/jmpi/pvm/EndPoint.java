package org.jmpi.pvm;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;

/** One task: its messages, and the threads that wait for them. A process may have several. */
public final class EndPoint {
    /** Stands for every tag. */
    public static final int ANY_TAG = -1;

    private final TaskProcess process;
    private final TaskAddress address;
    private final String name;

    /** Guarded by this, as what follows. */
    private final List<Parcel> come = new LinkedList<>();

    private final List<Reception> waiting = new ArrayList<>();
    private boolean closed;

    EndPoint(TaskProcess process, TaskAddress address, String name) {
        this.process = process;
        this.address = address;
        this.name = name;
    }

    /** {@return where it is} */
    public TaskAddress address() {
        return address;
    }

    /** {@return the process of the task} */
    public TaskProcess process() {
        return process;
    }

    String name() {
        return name;
    }

    /** Takes a message; the first thread that waits for such a one gets it. */
    synchronized void deliver(Parcel parcel) {
        if (closed) return;
        for (Iterator<Reception> each = waiting.iterator(); each.hasNext(); ) {
            Reception next = each.next();
            if (!next.takes(parcel)) continue;
            each.remove();
            next.complete(parcel);
            return;
        }
        come.add(parcel);
    }

    /**
     * Waits for a message.
     *
     * @param from the sender; null for any
     * @param tag the tag, or {@link #ANY_TAG}
     * @return the first one that has come
     * @throws PvmException if the sender has ended, or this task has
     */
    public Parcel receive(TaskAddress from, int tag) {
        Reception wait = new Reception(this, from, tag);
        synchronized (this) {
            Parcel parcel = take(from, tag, true);
            if (parcel != null) return parcel;
            waiting.add(wait);
        }
        try {
            if (from != null) process.watch(from, this);
            process.await(wait, "pvm_recv");
        } finally {
            synchronized (this) {
                waiting.remove(wait);
            }
        }
        return wait.result();
    }

    /**
     * {@return the first message that has come; null if there is none}
     *
     * @param from the sender; null for any
     * @param tag the tag, or {@link #ANY_TAG}
     * @param remove whether to remove it
     * @throws PvmException if this task has ended
     */
    public Parcel poll(TaskAddress from, int tag, boolean remove) {
        Parcel parcel = take(from, tag, remove);
        if (parcel != null) return parcel;
        process.progress();
        return take(from, tag, remove);
    }

    private synchronized Parcel take(TaskAddress from, int tag, boolean remove) {
        checkOpen();
        for (Iterator<Parcel> each = come.iterator(); each.hasNext(); ) {
            Parcel next = each.next();
            if (!next.isFrom(from, tag)) continue;
            if (remove) each.remove();
            return next;
        }
        return null;
    }

    /** @throws PvmException if this task has ended */
    synchronized void checkOpen() {
        if (closed) throw new PvmException("task " + address + " has called pvm_exit: it makes no other call");
    }

    /** Fails the threads that wait for a task that has ended. */
    synchronized void lookAgain() {
        for (Iterator<Reception> each = waiting.iterator(); each.hasNext(); ) {
            Reception next = each.next();
            if (next.from() == null || !process.hasEnded(next.from())) continue;
            each.remove();
            next.fail(TaskProcess.ended(next.from()));
        }
    }

    /** Drops the messages, and fails the threads that wait. */
    synchronized void close() {
        closed = true;
        come.clear();
        waiting.forEach(each ->
                each.fail(new PvmException("task " + address + " has called pvm_exit while it waits for a message")));
        waiting.clear();
    }
}
