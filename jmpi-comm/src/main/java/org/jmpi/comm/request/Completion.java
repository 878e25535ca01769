package org.jmpi.comm.request;

/** Something a thread waits for. */
public interface Completion {
    /** {@return whether it has come; everything done before it came is then visible to the caller} */
    boolean isDone();

    /**
     * Names what to run when it comes, on the thread that brings it, or nothing by null. A caller looks at
     * {@link #isDone} for a {@link org.jmpi.comm.transport.SleepRecheck} more afterwards, before it blocks.
     *
     * @param alarm does not block; null for none
     */
    void wakes(Runnable alarm);
}
