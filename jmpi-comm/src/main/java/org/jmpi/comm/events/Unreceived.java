package org.jmpi.comm.events;

import org.jmpi.comm.datatype.BasicType;

/**
 * A message that no receive has been matched with.
 *
 * @param context of the communicator
 * @param source the sender's rank in the communicator
 * @param peer the sender's rank in the world
 * @param tag the message's tag
 * @param type what its elements are
 * @param bytes its length in bytes
 * @param objects the last field of its frame's header
 * @param eventBits what the observer of the sender has attached
 */
public record Unreceived(
        int context, int source, int peer, int tag, BasicType type, long bytes, int objects, int eventBits) {}
