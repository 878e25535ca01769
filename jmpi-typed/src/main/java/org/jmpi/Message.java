package org.jmpi;

/**
 * A value that was received, with its sender.
 *
 * <pre>{@code
 * Communicator world = Jmpi.world();
 * if (world.rank() != 0) world.send("result of rank " + world.rank(), 0);
 * else
 *     for (int i = 1; i < world.size(); i++) {
 *         Message<String> result = world.receiveMessage(String.class, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
 *         System.out.println(result.value() + " came from " + result.source());
 *     }
 * }</pre>
 *
 * @param <T> the value's type
 * @param value what was sent; null if nothing was
 * @param source the sender's rank
 * @param tag the message's tag
 */
public record Message<T>(T value, int source, int tag) {}
