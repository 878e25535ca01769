package org.jmpi.comm.transport;

/**
 * Where a rank is reached by one transport.
 *
 * @param transport the transport's name
 * @param host the name of the host the rank runs on, by which ranks know that they share one
 * @param location what only the transport understands, such as {@code 127.0.0.1:40123}; at most 1024 characters
 */
public record PeerAddress(String transport, String host, String location) {}
