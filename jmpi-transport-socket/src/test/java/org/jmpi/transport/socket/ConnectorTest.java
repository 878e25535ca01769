package org.jmpi.transport.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.Letter;
import org.jmpi.comm.transport.LocalAddresses;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.SocketAddresses;
import org.jmpi.comm.transport.TestRank;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Peers with several addresses, and pairs of which one direction is blocked. */
@Timeout(60)
class ConnectorTest {
    private static Transport open(TransportSite site, FrameHandler handler, String... settings) throws IOException {
        Properties properties = new Properties();
        for (int i = 0; i < settings.length; i += 2) properties.setProperty(settings[i], settings[i + 1]);
        return new SocketTransportProvider()
                .open(
                        new TransportSite(
                                site.rank(),
                                site.size(),
                                site.allLocal(),
                                site.host(),
                                site.secret(),
                                JmpiConfig.load(properties, Map.of()),
                                site.complete()),
                        handler);
    }

    private static TestWorld world() throws IOException {
        return world(40);
    }

    private static TestWorld world(int seconds) throws IOException {
        return TestWorld.driven((site, handler) -> open(site, handler, "jmpi.connect.timeout.s", "" + seconds), 2);
    }

    private static String location(TestWorld world, int rank) {
        return world.rank(rank).transport().address().location();
    }

    private static void send(TestWorld world, int from, String location, int number) {
        PeerAddress where = new PeerAddress("socket", "localhost", location);
        world.rank(from).transport().endpoint(1 - from, where).send(Letter.of(number, 100));
    }

    /** Returns an address at which nobody listens. */
    private static String closed() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.2"))) {
            return "127.0.0.2:" + socket.getLocalPort();
        }
    }

    /** Opens a port that takes connections and says nothing. */
    private static ServerSocket silent(String address) throws IOException {
        return new ServerSocket(0, 10, InetAddress.getByName(address));
    }

    private static String text(ServerSocket socket) {
        return socket.getInetAddress().getHostAddress() + ":" + socket.getLocalPort();
    }

    @Test
    void theAddressThatAnswersIsUsed() throws Exception {
        try (TestWorld world = world();
                TestWorld other = world();
                ServerSocket silent = silent("127.0.0.3")) {
            String addresses =
                    String.join(",", closed(), text(silent), location(other, 1), location(world, 1), closed());
            send(world, 0, addresses, 7);
            assertEquals(7, world.rank(1).nextArrival(0).number());
        }
    }

    @Test
    void theFailureOfEachAddressIsTold() throws Exception {
        try (TestWorld world = world();
                TestWorld other = world()) {
            String[] addresses = {closed(), location(other, 1), "[::1]:1"};
            send(world, 0, String.join(",", addresses), 7);
            String message = world.rank(0).nextLoss(1).getMessage();
            assertTrue(message.contains(addresses[0] + ": Connection refused; "), message);
            assertTrue(message.contains(addresses[1] + ": it does not know this job's secret; "), message);
            assertTrue(message.contains("[0:0:0:0:0:0:0:1]:1: "), message);
        }
    }

    @Test
    void addressesThatDoNotAnswerAreToldWhenTheTimeIsOver() throws Exception {
        try (TestWorld world = world(2);
                ServerSocket silent = silent("127.0.0.3")) {
            String closed = closed();
            send(world, 0, closed + "," + text(silent), 7);
            String message = world.rank(0).nextLoss(1).getMessage();
            assertTrue(message.contains("within 2000 ms: " + closed + ": Connection refused"), message);
            assertTrue(message.contains(text(silent) + ": it has not proved the secret"), message);
        }
    }

    @Test
    void onePassableDirectionServesBoth() throws Exception {
        for (int blocked = 0; blocked < 2; blocked++)
            try (TestWorld world = world();
                    ServerSocket silent = silent("127.0.0.3")) {
                send(world, blocked, text(silent), 1);
                send(world, 1 - blocked, location(world, blocked), 2);
                assertEquals(2, world.rank(blocked).nextArrival(1 - blocked).number());
                assertEquals(1, world.rank(1 - blocked).nextArrival(blocked).number());
                assertEquals(List.of(), world.rank(blocked).others(1 - blocked));
            }
    }

    @Test
    void ranksListenOnTheChosenInterfaceAndPorts() throws Exception {
        try (TestWorld world = TestWorld.driven(
                (site, handler) -> open(between(site), handler, "jmpi.iface", "lo,lo0", "jmpi.ports", "29750-29799"),
                4)) {
            for (int rank = 0; rank < 4; rank++) {
                assertTrue(location(world, rank).matches("127.0.0.1:297\\d\\d(,\\[0:0:0:0:0:0:0:1]:297\\d\\d)?"));
                world.rank(rank).to((rank + 1) % 4).send(Letter.of(rank, 10));
            }
            for (int rank = 0; rank < 4; rank++)
                assertEquals(rank, world.rank((rank + 1) % 4).nextArrival(rank).number());
        }
    }

    /** Opens a world of one rank on each of some hosts. */
    private static TestWorld hosts(int count, int seconds) throws IOException {
        return hosts(count, seconds, true);
    }

    private static TestWorld hosts(int count, int seconds, boolean complete) throws IOException {
        return TestWorld.driven(
                (site, handler) -> {
                    Host host = Host.named("host" + site.rank());
                    TransportSite far = new TransportSite(
                            site.rank(), site.size(), false, host, site.secret(), site.config(), complete);
                    return open(far, handler, "jmpi.iface", "lo,lo0", "jmpi.connect.timeout.s", "" + seconds);
                },
                count);
    }

    /** Lets a rank find a peer at another location. */
    private static void relocate(TestWorld world, int rank, int peer, String location) {
        Host host = world.rank(peer).transport().address().host();
        world.rank(rank).transport().endpoint(peer, new PeerAddress("socket", host, location));
    }

    /** The ranks of a bridge do not reach those of their own group. */
    @Test
    void whereRanksDoNotReachAllOthersNobodyIsAskedToConnect() throws Exception {
        try (TestWorld world = hosts(3, 2, false)) {
            relocate(world, 1, 2, closed());
            world.rank(1).to(2).send(Letter.of(5, 100));
            assertTrue(world.rank(1).nextLoss(2).getMessage().contains("refused"));
            assertEquals(List.of(), world.rank(2).others(1));
        }
    }

    @Test
    void aPeerThatIsNotReachedIsAskedToConnect() throws Exception {
        for (int blocked = 1; blocked < 3; blocked++) {
            int peer = 3 - blocked;
            for (boolean isSilent : new boolean[] {true, false})
                try (TestWorld world = hosts(3, 40);
                        ServerSocket silent = silent("127.0.0.3")) {
                    relocate(world, blocked, peer, isSilent ? text(silent) : closed());
                    world.rank(blocked).to(peer).send(Letter.of(5, 100));
                    assertEquals(5, world.rank(peer).nextArrival(blocked).number());
                }
        }
    }

    @Test
    void aPeerThatNobodyReachesIsLost() throws Exception {
        try (TestWorld world = hosts(3, 2)) {
            relocate(world, 1, 2, closed());
            relocate(world, 2, 1, closed());
            world.rank(1).to(2).send(Letter.of(5, 100));
            String message = world.rank(1).nextLoss(2).getMessage();
            assertTrue(message.endsWith("Connection refused; nor has it connected"), message);
            assertEquals(List.of(), world.rank(2).others(1));
        }
    }

    /** Passes all bytes on, from another address than the initiator's. */
    private static void relay(ServerSocket listener, InetSocketAddress target) {
        Thread accepting = new Thread(() -> {
            try {
                while (true) {
                    Socket front = listener.accept();
                    Socket back = new Socket(target.getAddress(), target.getPort());
                    pump(front, back);
                    pump(back, front);
                }
            } catch (IOException e) {
                return; // closed
            }
        });
        accepting.setDaemon(true);
        accepting.start();
    }

    private static void pump(Socket from, Socket to) {
        Thread pumping = new Thread(() -> {
            try (from;
                    to) {
                from.getInputStream().transferTo(to.getOutputStream());
            } catch (IOException e) {
                return; // closed by either side
            }
        });
        pumping.setDaemon(true);
        pumping.start();
    }

    private static TestWorld farHosts(String nat) throws IOException {
        return TestWorld.driven(
                (site, handler) -> {
                    Host host = Host.named("host" + site.rank());
                    TransportSite far =
                            new TransportSite(site.rank(), site.size(), false, host, site.secret(), site.config());
                    return open(far, handler, "jmpi.nat", nat, "jmpi.connect.timeout.s", "20");
                },
                3);
    }

    /** Ranks 1 and 2 of three, which connect when they have something to send: by a relay. */
    private static void relocateToRelay(TestWorld world, ServerSocket relay) throws IOException {
        relay(relay, SocketAddresses.parseAll(location(world, 2)).get(0));
        relocate(world, 1, 2, SocketAddresses.text((InetSocketAddress) relay.getLocalSocketAddress()));
        relocate(world, 2, 1, closed());
        world.rank(1).to(2).send(Letter.of(6, 100));
    }

    @Tag("full")
    @Test
    void aRelayIsRefusedUnlessAddressesMayBeTranslated() throws Exception {
        InetAddress network = LocalAddresses.ofHost().usable().get(0);
        assumeTrue(!network.isLoopbackAddress(), "this host has no network");
        try (TestWorld world = farHosts("false");
                ServerSocket relay = new ServerSocket(0, 10, network)) {
            relocateToRelay(world, relay);
            String message = world.rank(1).nextLoss(2).getMessage();
            assertTrue(message.contains("something relays between them; if it is"), message);
            assertEquals(List.of(), world.rank(2).others(1));
        }
        try (TestWorld world = farHosts("true");
                ServerSocket relay = new ServerSocket(0, 10, network)) {
            relocateToRelay(world, relay);
            assertEquals(6, world.rank(2).nextArrival(1).number());
        }
    }

    @Test
    void aConnectionInAdvanceMayFailUnnoticed() throws Exception {
        JobSecret secret = JobSecret.create();
        TestRank zero = new TestRank(0, 2);
        try (ServerSocket stranger = silent("127.0.0.3")) {
            TransportSite site = TestWorld.site(0, 2, secret);
            zero.open(open(
                    new TransportSite(0, 2, false, Host.named("host0"), secret, site.config()),
                    zero,
                    "jmpi.iface",
                    "lo,lo0"));
            zero.connect(new PeerAddress[] {null, new PeerAddress("socket", "host1", text(stranger))});
            zero.drive();
            stranger.accept().close();
        }
        zero.stopDriving();
        long start = System.nanoTime();
        zero.transport().close(60_000_000_000L);
        assertTrue(System.nanoTime() - start < 10_000_000_000L, "a rank waits for a connection that nobody needs");
        assertEquals(List.of(), zero.others(1));
    }

    private static TransportSite between(TransportSite site) {
        return new TransportSite(site.rank(), site.size(), false, site.host(), site.secret(), site.config());
    }
}
