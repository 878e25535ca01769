package org.jmpi.comm.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Addresses of TCP as text: {@code 10.0.0.7:40123} or {@code [fd00::1]:40123}, several separated by commas. */
public final class SocketAddresses {
    private static final String SEPARATOR = ",";

    private SocketAddresses() {}

    /**
     * {@return an address as text}
     *
     * @param address resolved
     */
    public static String text(InetSocketAddress address) {
        return text(address.getAddress(), address.getPort());
    }

    /**
     * {@return an address as text}
     *
     * @param host whose number is written, not its name
     * @param port at that host
     */
    public static String text(InetAddress host, int port) {
        String numbers = host.getHostAddress();
        int scope = numbers.indexOf('%'); // an interface of this host, which means nothing to others
        String name = scope < 0 ? numbers : numbers.substring(0, scope);
        return (name.indexOf(':') < 0 ? name : "[" + name + "]") + ":" + port;
    }

    /**
     * {@return the address that a text stands for}
     *
     * @param text what {@link #text} wrote, or a name in place of the number
     * @throws IOException if the text is no address, or names an unknown host
     */
    public static InetSocketAddress parse(String text) throws IOException {
        int colon = text.lastIndexOf(':');
        try {
            String host = text.substring(0, Math.max(0, colon));
            if (host.isEmpty()) throw new NumberFormatException();
            return new InetSocketAddress(InetAddress.getByName(host), Integer.parseInt(text.substring(colon + 1)));
        } catch (UnknownHostException e) {
            throw new IOException("unknown host", e);
        } catch (IllegalArgumentException e) {
            throw new IOException("this is not host:port", e);
        }
    }

    /**
     * {@return addresses as text, separated by commas}
     *
     * @param addresses resolved
     */
    public static String text(List<InetSocketAddress> addresses) {
        return addresses.stream().map(SocketAddresses::text).collect(Collectors.joining(SEPARATOR));
    }

    /**
     * {@return the addresses that a text stands for}
     *
     * @param text what {@link #text(List)} wrote
     * @throws IOException if a part of the text is no address, or names an unknown host
     */
    public static List<InetSocketAddress> parseAll(String text) throws IOException {
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (String each : text.split(SEPARATOR, -1)) addresses.add(parse(each));
        return addresses;
    }
}
