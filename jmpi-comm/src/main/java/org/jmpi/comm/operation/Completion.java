package org.jmpi.comm.operation;

import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.match.Pattern;

/** An event that a thread waits for. */
public interface Completion {
    /** The context of an event of several communicators. */
    int NO_CONTEXT = -1;

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

    // ---- the peers that complete it ----

    /** {@return the context of the communicator, or {@link #NO_CONTEXT}} */
    default int context() {
        return NO_CONTEXT;
    }

    /** {@return the world rank of the peer that it needs, or {@link RecvRequest#ANY_PEER}} */
    default int peer() {
        return RecvRequest.ANY_PEER;
    }

    /** {@return the completions of which one suffices, each of one communicator} */
    default List<? extends Completion> parts() {
        return List.of(this);
    }

    /** {@return whether no peer has begun to complete it; called under the inbox's lock} */
    default boolean isUnmatched() {
        return !isDone();
    }

    /**
     * Fails it if a peer that it needs has failed.
     *
     * @param losses the peers that are lost
     */
    default void settle(Losses losses) {}

    /**
     * {@return why a wait for it ends before it; null if the wait goes on}
     *
     * @param losses the peers that are lost
     */
    default CommException pending(Losses losses) {
        return null;
    }

    // ---- for reports ----

    /**
     * {@return the call that waits for it, with its arguments}
     *
     * @param call the name of the call; null if it is a collective operation
     * @param rankOf returns the rank in the communicator of a rank in the world
     */
    default String describe(String call, IntUnaryOperator rankOf) {
        return call;
    }

    /**
     * {@return the call that waits for it}
     *
     * @param calls those that would wait for each of its {@link #parts}
     */
    default String describe(List<String> calls) {
        return calls.get(0);
    }

    /** {@return the number of the lock that its peer gives; empty if it waits for no lock} */
    default String lock() {
        return "";
    }

    /** {@return the messages that complete it; null if no single message does} */
    default Pattern<?> pattern() {
        return null;
    }
}
