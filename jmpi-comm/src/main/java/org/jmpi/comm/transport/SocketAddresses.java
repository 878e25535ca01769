package org.jmpi.comm.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Addresses of TCP as text: {@code 10.0.0.7:40123} or {@code [fd00::1]:40123}, several separated by commas. A host is a
 * number: a peer does not choose a name that this process looks up.
 */
public final class SocketAddresses {
    private static final String SEPARATOR = ",";

    /** Up to 255, without leading zeros, which some programs read as octal. */
    private static final String OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";

    private static final Pattern IPV4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");

    /** In brackets the JDK looks no name up. */
    private static final Pattern IPV6 = Pattern.compile("\\[[0-9A-Fa-f:.]+]");

    private SocketAddresses() {}

    /**
     * {@return an address as text}
     *
     * @param address whose number is written, or its name if it is not resolved
     */
    public static String text(InetSocketAddress address) {
        return address.isUnresolved()
                ? text(address.getHostString(), address.getPort())
                : text(address.getAddress(), address.getPort());
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
        return text(scope < 0 ? numbers : numbers.substring(0, scope), port);
    }

    private static String text(String host, int port) {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }

    /**
     * {@return the host, a number or a name, and the port of a text, not resolved}
     *
     * @param text a host, IPv6 numbers in brackets, and a port from 1 on
     * @throws IllegalArgumentException if it is none
     */
    public static InetSocketAddress unresolved(String text) {
        int colon = text.lastIndexOf(':');
        String host = text.substring(0, Math.max(0, colon));
        int port = Integer.parseInt(text.substring(colon + 1));
        if (host.isEmpty() || port == 0) throw new IllegalArgumentException(text);
        boolean brackets = host.startsWith("[") && host.endsWith("]") && host.indexOf(':') > 0;
        return InetSocketAddress.createUnresolved(brackets ? host.substring(1, host.length() - 1) : host, port);
    }

    /**
     * {@return the address that a text stands for}
     *
     * @param text what {@link #text} wrote
     * @throws IOException if the text is no address
     */
    public static InetSocketAddress parse(String text) throws IOException {
        int colon = Math.max(0, text.lastIndexOf(':'));
        String host = text.substring(0, colon);
        try {
            if (!IPV4.matcher(host).matches() && !IPV6.matcher(host).matches()) throw new UnknownHostException(host);
            return new InetSocketAddress(InetAddress.getByName(host), Integer.parseInt(text.substring(colon + 1)));
        } catch (UnknownHostException | IllegalArgumentException e) {
            throw new IOException("this is not address:port, in numbers: " + text, e);
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
     * @throws IOException if a part of the text is no address
     */
    public static List<InetSocketAddress> parseAll(String text) throws IOException {
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (String each : text.split(SEPARATOR, -1)) addresses.add(parse(each));
        return addresses;
    }
}
