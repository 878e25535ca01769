package org.jmpi.comm.window;

import org.jmpi.comm.frame.Peer;

/**
 * One rank of a window, as this rank knows it.
 *
 * @param peer takes frames; its rank is that in the world
 * @param extent of its memory
 * @param memory the same memory in this process; null if this rank does not reach it
 * @param path of all accesses to it
 */
record WindowTarget(Peer peer, Extent extent, WindowMemory memory, Path path) {
    int worldRank() {
        return peer.rank();
    }
}
