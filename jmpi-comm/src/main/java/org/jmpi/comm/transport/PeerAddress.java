package org.jmpi.comm.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a rank is reached, by one transport or by any of several.
 *
 * @param transport the transport's name; of several {@code shm+socket}
 * @param host the name of the host the rank runs on, by which ranks know that they share one
 * @param location what only the transport understands, such as {@code 127.0.0.1:40123}, in one line; of several a line
 *     each. At most 1024 characters
 */
public record PeerAddress(String transport, String host, String location) {
    private static final String PLUS = "+";
    private static final String LINE = "\n";

    /**
     * {@return the address of a rank that several transports reach}
     *
     * @param parts an address for each of them, on one host
     */
    public static PeerAddress join(List<PeerAddress> parts) {
        if (parts.stream().anyMatch(part -> part.transport.contains(PLUS) || part.location.contains(LINE)))
            throw new IllegalArgumentException("address that cannot be one of several: " + parts);
        return new PeerAddress(
                parts.stream().map(PeerAddress::transport).collect(Collectors.joining(PLUS)),
                parts.get(0).host,
                parts.stream().map(PeerAddress::location).collect(Collectors.joining(LINE)));
    }

    /**
     * {@return an address for each transport that reaches the rank: what {@link #join} was given}
     *
     * @throws IllegalArgumentException if there are not as many locations as transports
     */
    public List<PeerAddress> parts() {
        String[] transports = transport.split("\\+", -1);
        String[] locations = location.split(LINE, -1);
        if (transports.length != locations.length)
            throw new IllegalArgumentException("address of " + transports.length + " transports with "
                    + locations.length + " locations: " + transport);
        List<PeerAddress> parts = new ArrayList<>();
        for (int i = 0; i < transports.length; i++) parts.add(new PeerAddress(transports[i], host, locations[i]));
        return parts;
    }
}
