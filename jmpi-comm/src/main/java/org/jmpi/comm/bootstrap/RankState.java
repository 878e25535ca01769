package org.jmpi.comm.bootstrap;

import java.util.List;

/** What a process can tell of its ranks when its launcher asks for the reason of a hang. Called on the channel's thread. */
@FunctionalInterface
public interface RankState {
    /** {@return what each rank awaits and what has come for it, for a person} */
    String describe();

    /** {@return the calls in which the ranks wait, for the launcher} */
    default List<BlockedCall> blocked() {
        return List.of();
    }
}
