package org.jmpi.comm.request;

/** Something a thread waits for. */
public interface Completion {
    /** {@return whether it has come; everything done before it came is then visible to the caller} */
    boolean isDone();

    /**
     * Names what wakes the calling thread when it comes, or nothing by null. The thread that brings it runs the alarms
     * of all threads. A caller looks at {@link #isDone} for a {@link org.jmpi.comm.transport.SleepRecheck} more
     * afterwards, before it blocks.
     *
     * @param alarm does not block; null for none
     */
    void wakes(Runnable alarm);
}
