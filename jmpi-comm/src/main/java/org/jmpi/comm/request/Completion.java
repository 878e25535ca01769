package org.jmpi.comm.request;

/** Something a thread waits for. */
public interface Completion {
    /** Returns whether it has come; everything done before it came is then visible to the caller. */
    boolean isDone();

    /**
     * Names the thread to unpark when it comes, or none by null. A caller looks at {@link #isDone} once more afterwards,
     * before it parks.
     */
    void wakes(Thread waiter);
}
