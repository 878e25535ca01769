package org.jmpi.transport.rmi;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.jmpi.comm.transport.SocketAddresses;

/**
 * The address of a rank's exported object, as text {@code rmi://10.0.0.7:40123,[fd00::7]:40123/Comm3}.
 *
 * @param location where the registry listens, {@code host:port}, separated by commas
 * @param name that the object is bound to
 */
record RmiAddress(String location, String name) {
    private static final String SCHEME = "rmi://";
    private static final String PREFIX = "Comm";

    static RmiAddress of(List<InetSocketAddress> registry, int rank) {
        return new RmiAddress(SocketAddresses.text(registry), PREFIX + rank);
    }

    /**
     * @throws IllegalArgumentException if the text is no such address
     */
    static RmiAddress parse(String text) {
        int slash = text.lastIndexOf('/');
        if (!text.startsWith(SCHEME) || slash < SCHEME.length())
            throw new IllegalArgumentException("this is not rmi://host:port/name: " + text);
        return new RmiAddress(text.substring(SCHEME.length(), slash), text.substring(slash + 1));
    }

    List<InetSocketAddress> socketAddresses() throws IOException {
        return SocketAddresses.parseAll(location);
    }

    @Override
    public String toString() {
        return SCHEME + location + "/" + name;
    }
}
