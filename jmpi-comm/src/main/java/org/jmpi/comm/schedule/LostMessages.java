package org.jmpi.comm.schedule;

import java.util.BitSet;

/**
 * The messages of a schedule that were lost with the rank at their other end. The buffer of a lost
 * receive is undefined. A message that a rank has sent before its loss may arrive, or be lost.
 */
public final class LostMessages {
    private final BitSet sources = new BitSet();
    private final BitSet targets = new BitSet();

    LostMessages() {}

    void lose(Step message) {
        (message.kind() == Step.Kind.SEND ? targets : sources).set(message.peer());
    }

    void clear() {
        sources.clear();
        targets.clear();
    }

    /**
     * {@return whether a message from a rank has not been received}
     *
     * @param rank in the schedule
     */
    public boolean isFrom(int rank) {
        return sources.get(rank);
    }

    /**
     * {@return whether a message to a rank has not been sent}
     *
     * @param rank in the schedule
     */
    public boolean isTo(int rank) {
        return targets.get(rank);
    }
}
