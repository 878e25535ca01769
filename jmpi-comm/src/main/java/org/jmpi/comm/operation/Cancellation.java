package org.jmpi.comm.operation;

/** Withdraws messages that have been started; each is completed all the same. */
public interface Cancellation {
    /**
     * Withdraws a message that no receive has been paired with, if there still is time; returns at once.
     *
     * @param send a send that was started; its end is awaited as if this had not been called
     */
    void cancel(SendRequest send);

    /**
     * Withdraws a receive that no message has been paired with; returns at once.
     *
     * @param receive a receive that was started; its end is awaited as if this had not been called
     */
    void cancel(RecvRequest receive);
}
