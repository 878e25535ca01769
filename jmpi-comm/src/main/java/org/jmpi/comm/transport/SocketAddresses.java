package org.jmpi.comm.transport;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.Comparator;

/** Addresses of TCP as text, {@code 10.0.0.7:40123} or {@code [fe80::1]:40123}, and the one under which a host is reached. */
public final class SocketAddresses {
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
        String name = host.getHostAddress();
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
     * {@return the address under which other hosts reach this one} It is what the host's name stands for, or else, where
     * that is the loopback as in many hosts' own tables, the first of an interface to the network.
     *
     * @param host the name of this host
     * @throws IOException if it has none
     */
    public static InetAddress reachable(String host) throws IOException {
        try {
            InetAddress named = InetAddress.getByName(host);
            if (!named.isLoopbackAddress() && NetworkInterface.getByInetAddress(named) != null) return named;
        } catch (UnknownHostException expected) {
            // names need not be known where addresses do
        }
        return Collections.list(NetworkInterface.getNetworkInterfaces()).stream()
                .filter(SocketAddresses::leadsOut)
                .sorted(Comparator.comparingInt(NetworkInterface::getIndex))
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLinkLocalAddress())
                .min(Comparator.comparing(address -> !(address instanceof Inet4Address)))
                .orElseThrow(() -> new IOException(
                        "host " + host + " has no network address under which the other hosts could reach it"));
    }

    private static boolean leadsOut(NetworkInterface network) {
        try {
            return network.isUp() && !network.isLoopback() && !network.isVirtual();
        } catch (SocketException e) {
            return false;
        }
    }
}
