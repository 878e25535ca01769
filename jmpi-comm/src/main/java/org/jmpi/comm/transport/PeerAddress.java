package org.jmpi.comm.transport;

import java.util.ArrayList;
import java.util.List;

/**
 * The address of a rank, for one transport or for several.
 *
 * @param transport the transport's name; of several {@code shm+socket}
 * @param host the host the rank runs on
 * @param location what only the transport understands, such as {@code 127.0.0.1:40123}, in one line; of several a line
 *     each. At most 1024 characters
 */
public record PeerAddress(String transport, Host host, String location) {
    private static final String PLUS = "+";
    private static final String LINE = "\n";

    /**
     * Makes the address of a rank on a host that is known by its name alone.
     *
     * @param transport the transport's name
     * @param host the host's name
     * @param location what only the transport understands
     */
    public PeerAddress(String transport, String host, String location) {
        this(transport, Host.named(host), location);
    }

    /**
     * {@return the address of a rank that several transports reach}
     *
     * @param addresses an address for each of them, on one host
     */
    public static PeerAddress join(List<PeerAddress> addresses) {
        StringBuilder transports = new StringBuilder();
        StringBuilder locations = new StringBuilder();
        for (PeerAddress address : addresses) {
            if (address.transport.contains(PLUS) || address.location.contains(LINE))
                throw new IllegalArgumentException("address that cannot be one of several: " + addresses);
            if (transports.length() > 0) {
                transports.append(PLUS);
                locations.append(LINE);
            }
            transports.append(address.transport);
            locations.append(address.location);
        }
        return new PeerAddress(transports.toString(), addresses.get(0).host, locations.toString());
    }

    /**
     * {@return an address for each transport that reaches the rank: what {@link #join} was given}
     *
     * @throws IllegalArgumentException if there are not as many locations as transports
     */
    public List<PeerAddress> split() {
        String[] transports = transport.split("\\+", -1);
        String[] locations = location.split(LINE, -1);
        if (transports.length != locations.length)
            throw new IllegalArgumentException("address of " + transports.length + " transports with "
                    + locations.length + " locations: " + transport);
        List<PeerAddress> addresses = new ArrayList<>();
        for (int i = 0; i < transports.length; i++) addresses.add(new PeerAddress(transports[i], host, locations[i]));
        return addresses;
    }
}
