package org.jmpi.comm.events;

/**
 * A message that no receive has been matched with.
 *
 * @param context of the communicator
 * @param source the sender's rank in the communicator
 * @param peer the sender's rank in the world
 * @param tag the message's tag
 * @param bytes its length in bytes
 * @param eventBits what the observer of the sender has attached
 */
public record Unreceived(int context, int source, int peer, int tag, long bytes, int eventBits) {}
