package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LocalAddressesTest {
    /** Interfaces as a host with containers has them. */
    private static final String[] HOST = {
        "lo 127.0.0.1/8",
        "lo ::1/128",
        "docker0 172.17.0.1/16",
        "eth0 fe80::7/64",
        "eth0 10.0.0.7/24",
        "eth0 fd00::7/64",
        "virbr0 192.168.122.1/24",
        "ib0 10.1.0.7/16"
    };

    private static LocalAddresses host(String... addresses) throws IOException {
        List<LocalAddress> all = new ArrayList<>();
        for (String each : addresses) {
            String[] parts = each.split("[ /]");
            all.add(new LocalAddress(parts[0], InetAddress.getByName(parts[1]), Integer.parseInt(parts[2])));
        }
        return new LocalAddresses(all);
    }

    private static List<InetAddress> addresses(String... numbers) throws IOException {
        List<InetAddress> addresses = new ArrayList<>();
        for (String each : numbers) addresses.add(InetAddress.getByName(each));
        return addresses;
    }

    // ---- What is published ----

    @Test
    void bridgesComeLastAndLinkLocalAddressesAreLeftOut() throws IOException {
        assertEquals(
                addresses("10.0.0.7", "10.1.0.7", "fd00::7", "172.17.0.1", "192.168.122.1"),
                host(HOST).usable());
    }

    @Test
    void linkLocalAddressesAndTheLoopbackDeviceAreBetterThanNone() throws IOException {
        assertEquals(
                addresses("169.254.1.1", "fe80::7"),
                host("eth0 fe80::7/64", "eth0 169.254.1.1/16").usable());
        assertEquals(
                addresses("127.0.0.1", "::1"),
                host("lo ::1/128", "lo 127.0.0.1/8").usable());
        assertThrows(IOException.class, () -> host().usable());
    }

    @Test
    void aRankPublishesNoMoreThanTheTableHasRoomFor() throws IOException {
        String[] many = new String[100];
        for (int i = 0; i < many.length; i++)
            many[i] = "eth" + i + " fd00:1111:2222:3333:4444:5555:6666:" + (7000 + i) + "/64";
        List<InetSocketAddress> published = new ArrayList<>();
        for (InetAddress each : host(many).usable()) published.add(new InetSocketAddress(each, 65_535));
        assertFalse(SocketAddresses.text(published).length() > 700);
        assertEquals(published, SocketAddresses.parseAll(SocketAddresses.text(published)));
    }

    // ---- What is chosen ----

    @Test
    void aChoiceIsOfNamesAddressesAndRanges() throws IOException {
        LocalAddresses host = host(HOST);
        assertEquals(addresses("10.0.0.7", "fd00::7"), host.chosen("eth0"));
        assertEquals(addresses("10.0.0.7", "10.1.0.7"), host.chosen("10.0.0.0/8"));
        assertEquals(addresses("10.1.0.7"), host.chosen("10.1.0.0/16"));
        assertEquals(addresses("10.1.0.7"), host.chosen("10.1.0.7"));
        assertEquals(addresses("fd00::7"), host.chosen("fd00::/8"));
        assertEquals(addresses("10.1.0.7", "172.17.0.1"), host.chosen("docker0, ib0"));
        assertEquals(addresses("10.1.0.7"), host.chosen("none,ib0"));
        assertEquals(addresses("fe80::7"), host.chosen("fe80::/10"));
        assertEquals(addresses("127.0.0.1", "::1"), host.chosen("lo"));
    }

    @Test
    void aChoiceThatMatchesNothingListsWhatThereIs() {
        IOException refusal = assertThrows(IOException.class, () -> host(HOST).chosen("eth1,192.0.2.0/24"));
        assertEquals(
                "--iface (jmpi.iface) matches no network interface of this host: eth1,192.0.2.0/24; there are"
                        + " lo 127.0.0.1/8, lo 0:0:0:0:0:0:0:1/128, docker0 172.17.0.1/16, eth0 "
                        + "fe80:0:0:0:0:0:0:7/64, eth0 10.0.0.7/24,"
                        + " eth0 fd00:0:0:0:0:0:0:7/64, virbr0 192.168.122.1/24, ib0 10.1.0.7/16",
                refusal.getMessage());
    }

    @Test
    void aRangeThatIsNoneIsNamed() {
        for (String range : new String[] {"10.0.0.0/33", "10.0.0.0/x", "10.0.0.300/8", "fd00::/129", "::g"}) {
            IOException refusal =
                    assertThrows(IOException.class, () -> host(HOST).chosen(range), range);
            assertEquals(
                    "--iface (jmpi.iface) names no interface and no range of addresses such as 10.0.0.0/8: " + range,
                    refusal.getMessage());
        }
    }

    // ---- Where a rank listens ----

    private static TransportSite site(boolean allLocal, String choice) {
        Properties settings = new Properties();
        if (choice != null) settings.setProperty("jmpi.iface", choice);
        JmpiConfig config = JmpiConfig.load(settings, Map.of());
        return new TransportSite(0, 2, allLocal, Host.named("here"), JobSecret.create(), config);
    }

    @Test
    void onlyTheChosenInterfacesAreBound() throws IOException {
        ListenAddresses chosen = ListenAddresses.of(site(false, "eth0"), host(HOST));
        assertEquals(addresses("10.0.0.7", "fd00::7"), chosen.bound());
        assertEquals(chosen.bound(), chosen.published());
        assertEquals("10.0.0.7:1,[fd00:0:0:0:0:0:0:7]:2", SocketAddresses.text(chosen.published(List.of(1, 2))));
        ListenAddresses all = ListenAddresses.of(site(false, null), host("eth0 10.0.0.7/24", "ib0 10.1.0.7/16"));
        assertEquals(Arrays.asList((InetAddress) null), all.bound());
        assertEquals("10.0.0.7:1,10.1.0.7:1", SocketAddresses.text(all.published(List.of(1))));
        ListenAddresses local = ListenAddresses.of(site(true, "none"), null);
        assertEquals(List.of(InetAddress.getLoopbackAddress()), local.bound());
        assertEquals(local.bound(), local.published());
    }

    // ---- The order of a peer's addresses ----

    private static String order(LocalAddresses host, String peer) throws IOException {
        return SocketAddresses.text(host.order(SocketAddresses.parseAll(peer)));
    }

    @Test
    void aCommonSubnetComesFirstAndTheHostsOwnAddressesLast() throws IOException {
        String peer = "172.17.0.1:1,192.0.2.1:1,10.1.3.4:1,[fd00:0:0:0:0:0:0:9]:1";
        assertEquals("10.1.3.4:1,[fd00:0:0:0:0:0:0:9]:1,192.0.2.1:1,172.17.0.1:1", order(host(HOST), peer));
        String own = "10.0.0.7:1,10.1.0.7:1";
        assertEquals(own, order(host(HOST), own)); // a peer on this host
        assertEquals("192.0.2.1:1", order(host(), "192.0.2.1:1"));
    }

    @Test
    void aLinkLocalAddressIsTriedOnEachLink() throws IOException {
        LocalAddresses host = host("eth0 fe80::7%1/64", "eth0 10.0.0.7/24");
        List<InetSocketAddress> order = host.order(SocketAddresses.parseAll("[fe80::9]:1"));
        assertEquals(
                InetAddress.getByName("fe80::9%1").toString(),
                order.get(0).getAddress().toString());
        assertEquals(1, order.size());
    }
}
