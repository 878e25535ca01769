package org.jmpi.comm.transport;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * One address of this host.
 *
 * @param network the name of the interface that has it, such as {@code eth0}
 * @param address the address
 * @param prefix the number of leading bits that the addresses of its subnet share
 */
public record LocalAddress(String network, InetAddress address, int prefix) {
    /** The beginnings of the names of interfaces that usually lead to containers and virtual machines of this host. */
    private static final List<String> INNER = List.of(
            "docker", "br-", "virbr", "veth", "cni", "flannel", "cali", "podman", "lxcbr", "lxdbr", "vmnet", "vboxnet");

    /** {@return whether the interface usually leads to containers or virtual machines of this host only} */
    boolean isInner() {
        return INNER.stream().anyMatch(network::startsWith);
    }

    /** {@return how far the address leads: 2 beyond the link, 1 on the link, 0 on this host} */
    int reach() {
        return address.isLoopbackAddress() ? 0 : address.isLinkLocalAddress() ? 1 : 2;
    }

    boolean isIpv4() {
        return address instanceof Inet4Address;
    }

    /** {@return whether another address is of the same subnet} */
    boolean sharesSubnet(InetAddress other) {
        return prefix > 0 && sharesBits(address, other, prefix);
    }

    /** {@return whether two addresses of one family have the same leading bits} */
    static boolean sharesBits(InetAddress one, InetAddress other, int bits) {
        byte[] a = one.getAddress();
        byte[] b = other.getAddress();
        if (a.length != b.length || bits > a.length * Byte.SIZE) return false;
        for (int i = 0; i < bits; i++) {
            int mask = 0x80 >> i % Byte.SIZE;
            if ((a[i / Byte.SIZE] & mask) != (b[i / Byte.SIZE] & mask)) return false;
        }
        return true;
    }

    /** {@return a link-local address of another host, reached by the interface of this one} */
    InetAddress sameLink(InetAddress other) {
        try {
            return Inet6Address.getByAddress(null, other.getAddress(), ((Inet6Address) address).getScopeId());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of another length: " + other, e);
        }
    }

    @Override
    public String toString() {
        return network + " " + address.getHostAddress().replaceFirst("%.*", "") + "/" + prefix;
    }
}
