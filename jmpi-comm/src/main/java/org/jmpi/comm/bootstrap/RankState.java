package org.jmpi.comm.bootstrap;

import java.util.List;
import org.jmpi.comm.report.BlockedCall;

/**
 * What a process can tell of its ranks when its launcher asks for the reason of a hang. Called on the channel's thread.
 */
@FunctionalInterface
public interface RankState {
    /** {@return what each rank awaits and what has come for it, for a person} */
    String describe();

    /**
     * {@return the rank of this process that is likely to have taken all memory; -1 if there is no memory to find that
     * out}
     *
     * @param rank the answer if no rank runs
     */
    default int hungriest(int rank) {
        return rank;
    }

    /** {@return the calls in which the ranks wait, for the launcher} */
    default List<BlockedCall> blocked() {
        return List.of();
    }

    /** {@return how the ranks' connections stand, for a person who looks closely} */
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
