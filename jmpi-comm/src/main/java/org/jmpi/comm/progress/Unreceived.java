package org.jmpi.comm.progress;

/**
 * A message that no receive has been matched with.
 *
 * @param peer the sender's rank in the world
 * @param tag the message's tag
 * @param bytes its length in bytes
 */
public record Unreceived(int peer, int tag, long bytes) {}
