package org.jmpi.comm.progress;

/**
 * A message that no receive has been matched with.
 *
 * @param context of the communicator
 * @param source the sender's rank in the communicator
 * @param peer the sender's rank in the world
 * @param tag the message's tag
 * @param bytes its length in bytes
 * @param place the number that the sender has given to the line of the program that sent it, or 0
 */
public record Unreceived(int context, int source, int peer, int tag, long bytes, int place) {}
