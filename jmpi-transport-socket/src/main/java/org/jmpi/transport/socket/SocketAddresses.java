package org.jmpi.transport.socket;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.Comparator;

/** Addresses as text, {@code 10.0.0.7:40123} or {@code [fe80::1]:40123}, and the one under which a host is reached. */
final class SocketAddresses {
    private SocketAddresses() {}

    static String text(InetSocketAddress address) {
        return text(address.getAddress(), address.getPort());
    }

    static String text(InetAddress host, int port) {
        String name = host.getHostAddress();
        return (name.indexOf(':') < 0 ? name : "[" + name + "]") + ":" + port;
    }

    /**
     * @throws IOException if the text is no address, or names an unknown host
     */
    static InetSocketAddress parse(String text) throws IOException {
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
     * Returns the address under which other hosts reach this one: what its name stands for, or else, where that is the
     * loopback as in many hosts' own tables, the first of an interface to the network.
     */
    static InetAddress reachable(String host) throws IOException {
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
