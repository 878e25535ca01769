package org.jmpi.comm.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.config.JmpiConfig;

/**
 * The addresses on which a rank listens for its peers, and those that it publishes.
 *
 * <p>While all ranks are on one host, that is the loopback device alone. Between hosts it is the chosen interfaces
 * ({@code jmpi.iface}); without a choice one port of all interfaces, as a rank can't know by which of them a peer
 * comes.
 *
 * @param bound the addresses that it listens on, a port each; one that is null stands for all of this host
 * @param published the addresses that it publishes: the same, or those of this host in place of null
 */
public record ListenAddresses(List<InetAddress> bound, List<InetAddress> published) {
    /**
     * {@return the addresses on which a rank listens}
     *
     * @param site of the rank
     * @param host the addresses of its host; not looked at while all ranks are on one host
     * @throws IOException if other hosts do not reach this one, or the chosen interface is not there
     */
    public static ListenAddresses of(TransportSite site, LocalAddresses host) throws IOException {
        return of(site.allLocal(), site.config(), host);
    }

    /**
     * {@return the addresses on which a process listens}
     *
     * @param allLocal whether all ranks are on one host
     * @param config names the chosen interfaces
     * @param host the addresses of this host; not looked at while all ranks are on one host
     * @throws IOException if other hosts do not reach this one, or the chosen interface is not there
     */
    public static ListenAddresses of(boolean allLocal, JmpiConfig config, LocalAddresses host) throws IOException {
        if (allLocal) return same(List.of(InetAddress.getLoopbackAddress()));
        String choice = config.iface();
        if (choice != null) return same(host.chosen(choice));
        List<InetAddress> all = new ArrayList<>();
        all.add(null);
        return new ListenAddresses(all, host.usable());
    }

    private static ListenAddresses same(List<InetAddress> addresses) {
        return new ListenAddresses(addresses, addresses);
    }

    /**
     * {@return the addresses that a rank publishes once it listens}
     *
     * @param ports the port of each bound address
     */
    public List<InetSocketAddress> published(List<Integer> ports) {
        List<InetSocketAddress> all = new ArrayList<>();
        for (int i = 0; i < published.size(); i++)
            all.add(new InetSocketAddress(published.get(i), ports.get(Math.min(i, ports.size() - 1))));
        return all;
    }
}
