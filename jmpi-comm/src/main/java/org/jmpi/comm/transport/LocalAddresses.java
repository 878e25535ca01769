package org.jmpi.comm.transport;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The addresses of this host by which ranks of other hosts reach it, and the order in which it tries theirs. */
public final class LocalAddresses {
    /** A rank publishes so many at most: the table of all ranks has room for them. */
    private static final int MOST = 12;

    private final List<LocalAddress> all;

    /**
     * Takes addresses as those of this host.
     *
     * @param all in the order of interfaces
     */
    LocalAddresses(List<LocalAddress> all) {
        this.all = List.copyOf(all);
    }

    /**
     * {@return the addresses of this host's interfaces that are up}
     *
     * @throws IOException if they can't be listed
     */
    public static LocalAddresses ofHost() throws IOException {
        List<NetworkInterface> networks = Collections.list(NetworkInterface.getNetworkInterfaces());
        networks.sort(Comparator.comparingInt(NetworkInterface::getIndex));
        List<LocalAddress> all = new ArrayList<>();
        for (NetworkInterface network : networks) if (isUp(network)) add(all, network);
        return new LocalAddresses(all);
    }

    private static boolean isUp(NetworkInterface network) {
        try {
            return network.isUp();
        } catch (SocketException e) {
            return false; // it has gone meanwhile
        }
    }

    private static void add(List<LocalAddress> all, NetworkInterface network) {
        for (InterfaceAddress each : network.getInterfaceAddresses()) {
            InetAddress address = each.getAddress();
            if (address != null) all.add(new LocalAddress(network.getName(), address, each.getNetworkPrefixLength()));
        }
    }

    /**
     * {@return the addresses that a rank publishes, best first} Those that lead to containers of this host come last.
     * Link-local ones count only if there are no others, and the loopback device only if there is no network.
     *
     * @throws IOException if there are none
     */
    public List<InetAddress> usable() throws IOException {
        if (all.isEmpty()) throw new IOException("this host has no network address: even its loopback device is down");
        return addresses(select(all));
    }

    /**
     * {@return the addresses of the chosen interfaces, best first}
     *
     * @param choice names of interfaces, addresses, and ranges of addresses such as {@code 10.0.0.0/8}, separated by
     *     commas
     * @throws IOException if none is there; the message lists those that are
     */
    public List<InetAddress> chosen(String choice) throws IOException {
        List<LocalAddress> chosen = new ArrayList<>();
        for (String each : choice.split(",")) {
            String item = each.trim();
            for (LocalAddress address : all)
                if (matches(item, address) && !chosen.contains(address)) chosen.add(address);
        }
        if (chosen.isEmpty())
            throw new IOException("--iface (jmpi.iface) matches no network interface of this host: " + choice
                    + "; there are " + all.stream().map(LocalAddress::toString).collect(Collectors.joining(", ")));
        return addresses(select(chosen));
    }

    private static boolean matches(String item, LocalAddress address) throws IOException {
        int slash = item.indexOf('/');
        String base = slash < 0 ? item : item.substring(0, slash);
        if (base.isEmpty()) return false;
        boolean isAddress = base.indexOf(':') >= 0 || Character.isDigit(base.charAt(0)) && base.indexOf('.') > 0;
        if (!isAddress) return slash < 0 && address.network().equals(item);
        try {
            InetAddress range = InetAddress.getByName(base);
            int bits = slash < 0 ? range.getAddress().length * Byte.SIZE : Integer.parseInt(item.substring(slash + 1));
            if (bits >= 0 && bits <= range.getAddress().length * Byte.SIZE)
                return LocalAddress.sharesBits(range, address.address(), bits);
        } catch (UnknownHostException | NumberFormatException e) {
            throw malformed(item);
        }
        throw malformed(item);
    }

    private static IOException malformed(String item) {
        return new IOException(
                "--iface (jmpi.iface) names no interface and no range of addresses such as 10.0.0.0/8: " + item);
    }

    private static List<LocalAddress> select(List<LocalAddress> from) {
        int reach = from.stream().mapToInt(LocalAddress::reach).max().orElse(0);
        return from.stream()
                .filter(address -> address.reach() == reach)
                .sorted(Comparator.comparing(LocalAddress::isInner).thenComparing(address -> !address.isIpv4()))
                .limit(MOST)
                .collect(Collectors.toList());
    }

    private static List<InetAddress> addresses(List<LocalAddress> from) {
        return from.stream().map(LocalAddress::address).collect(Collectors.toList());
    }

    /**
     * {@return a peer's addresses in the order in which they are tried} Those of a subnet of this host come first. This
     * host's own addresses come last: another host has them, too, for its containers, unless the peer is on this one.
     *
     * @param peer where the peer listens, in the order in which it has published them
     */
    public List<InetSocketAddress> order(List<InetSocketAddress> peer) {
        Set<InetSocketAddress> reachable = new LinkedHashSet<>();
        for (InetSocketAddress each : peer) reachable.addAll(onLinks(each));
        List<InetSocketAddress> ordered = new ArrayList<>(reachable);
        ordered.sort(Comparator.comparingInt(each -> distance(each.getAddress())));
        return ordered;
    }

    /** Returns an address; a link-local one of IPv6 once for each interface by which it may be reached. */
    private List<InetSocketAddress> onLinks(InetSocketAddress peer) {
        InetAddress address = peer.getAddress();
        if (!address.isLinkLocalAddress() || address instanceof Inet4Address) return List.of(peer);
        return all.stream()
                .filter(own -> own.reach() == 1 && !own.isIpv4())
                .map(own -> new InetSocketAddress(own.sameLink(address), peer.getPort()))
                .collect(Collectors.toList());
    }

    private int distance(InetAddress peer) {
        int distance = 1;
        for (LocalAddress own : all) {
            if (own.address().equals(peer)) return 2;
            if (own.sharesSubnet(peer)) distance = 0;
        }
        return distance;
    }
}
