package org.jmpi.comm.transport;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Memory that ranks of one host have in common, apart from what frames pass through.
 *
 * <p>One rank creates a region, then sends its name to the others, which attach to it; when all have, the creator takes
 * the name away. A region lasts until no rank refers to its buffer any more.
 */
public interface SharedMemory {
    /**
     * {@return whether a peer can attach to what this rank creates, and the other way round} Of any three ranks that
     * reach each other in part, all do.
     *
     * @param peer its rank in the world, to which there is an endpoint
     */
    boolean reaches(int peer);

    /** {@return whether the ranks are threads of one JVM, which share all objects} */
    default boolean isOneJvm() {
        return false;
    }

    /**
     * Memory that others may attach to.
     *
     * @param name by which they find it; no other region of this host has it
     * @param memory direct, all zero, that starts at a multiple of 128 bytes
     * @param singleCopy payloads that the ranks that attach publish to each other; null unless they are threads of
     *     one JVM
     */
    record Region(String name, ByteBuffer memory, SingleCopy singleCopy) {}

    /**
     * Refuses regions for which there is no room, before the first of them takes some.
     *
     * @param bytes the length of all of them
     * @throws IOException if the host has no such memory left
     */
    default void checkRoom(long bytes) throws IOException {}

    /**
     * Creates a region.
     *
     * @param bytes its length
     * @param ranks how many are to share it
     * @return the region
     * @throws IOException if the host has no such memory left
     */
    Region create(int bytes, int ranks) throws IOException;

    /**
     * Attaches to a region that another rank has created.
     *
     * @param name of the region
     * @param bytes its length
     * @return the same region
     * @throws IOException if there is none, or it can't be attached to
     */
    Region attach(String name, int bytes) throws IOException;

    /**
     * Takes a region's name away; those who have attached keep it.
     *
     * @param name of a region that this rank has created
     */
    void unlink(String name);

    /**
     * {@return why a peer has ended that this memory {@link #reaches}; null if it is there, or that can't be told}
     *
     * <p>It is for a thread that waits for what the peer has to store. Any thread may call this, also one that moves
     * frames: the loss is reported later, when the transport is polled.
     *
     * @param peer its rank in the world
     */
    default String lossOf(int peer) {
        return null;
    }
}
