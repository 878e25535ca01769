package org.jmpi;

/**
 * The properties of a message that was received, or found by a probe.
 *
 * <pre>{@code
 * Communicator world = Jmpi.world();
 * if (world.rank() == 1) world.send(new int[] {3, 1, 4}, 0);
 * if (world.rank() == 0) {
 *     int[] room = new int[10];
 *     Envelope message = world.receiveInto(room, Communicator.ANY_SOURCE);
 *     System.out.println(message.count() + " numbers from rank " + message.source()); // 3 numbers from rank 1
 * }
 * }</pre>
 *
 * @param source the sender's rank
 * @param tag the message's tag
 * @param count the number of elements of an array, 1 for any other value, 0 for a message of nothing; -1 if an int
 *     can't tell
 */
public record Envelope(int source, int tag, int count) {}
