package org.jmpi.comm.request;

/** An event that a thread waits for. */
public interface Completion {
    /** {@return whether the event has happened; everything done before it is then visible to the caller} */
    boolean isDone();

    /**
     * Sets the alarm of the calling thread, which runs on completion; null removes it. The completing thread runs the
     * alarms of all threads. Before the caller blocks, it checks {@link #isDone} again for a
     * {@link org.jmpi.comm.transport.SleepRecheck}.
     *
     * @param alarm does not block; null for none
     */
    void wakes(Runnable alarm);
}
