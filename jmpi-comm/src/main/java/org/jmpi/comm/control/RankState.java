package org.jmpi.comm.control;

import java.util.List;

/**
 * The answers of a process about its ranks when its launcher asks for the reason of a hang. Called on the channel's
 * thread.
 */
@FunctionalInterface
public interface RankState {
    /** {@return the operations that each rank awaits and the messages that have come for it, as text} */
    String describe();

    /** {@return the calls in which the ranks wait, for the launcher} */
    default List<BlockedCall> blocked() {
        return List.of();
    }

    /** {@return the totals of each rank so far, for a launcher that watches the job} */
    default List<RankSample> samples() {
        return List.of();
    }

    /** {@return the state of the ranks' connections, as text ({@code jmpirun --verbose})} */
    default String connections() {
        return "";
    }

    /**
     * {@return the rank that a thread belongs to, -1 if it belongs to none}
     *
     * @param thread of this JVM
     */
    default int rankOf(Thread thread) {
        return -1;
    }
}
