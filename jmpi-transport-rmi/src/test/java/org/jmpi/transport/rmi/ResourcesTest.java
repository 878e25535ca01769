package org.jmpi.transport.rmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Letter;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.TestRank;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the transport takes from the JVM and from the host, and gives back. */
@Timeout(120)
class ResourcesTest {
    private static Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return new RmiTransportProvider().open(site, handler);
    }

    @Test
    void theProvidersAreFoundByTheirNames() {
        List<String> names = ServiceLoader.load(TransportProvider.class).stream()
                .map(found -> found.get().name())
                .collect(Collectors.toList());
        assertTrue(names.containsAll(List.of("rmi", "rmi-kryo")), names.toString());
    }

    @Test
    void theProvidersKnowBeforeThatTheirTransportsPush() throws Exception {
        for (TransportProvider provider : List.of(new RmiTransportProvider(), new RmiKryoTransportProvider()))
            try (Transport transport = provider.open(TestWorld.site(0, 2, JobSecret.create()), new TestRank(0, 2))) {
                assertEquals(transport.pushes(), provider.pushes(), provider.name());
            }
    }

    @Test
    void theTwoTransportsDoNotReachEachOther() throws Exception {
        JobSecret secret = JobSecret.create();
        try (Transport rmi = open(TestWorld.site(0, 2, secret), new TestRank(0, 2));
                Transport kryo =
                        new RmiKryoTransportProvider().open(TestWorld.site(1, 2, secret), new TestRank(1, 2))) {
            assertFalse(rmi.reaches(kryo.address()));
            assertFalse(kryo.reaches(rmi.address()));
        }
    }

    @Test
    void theAddressIsThatOfTheBoundObject() throws Exception {
        try (TestWorld world = TestWorld.still(ResourcesTest::open, 2)) {
            PeerAddress address = world.rank(1).transport().address();
            assertTrue(address.location().matches("rmi://127\\.0\\.0\\.1:\\d+/Comm1"), address.toString());
            assertEquals(
                    address.location(), RmiAddress.parse(address.location()).toString());
        }
        for (String text : new String[] {"", "127.0.0.1:80", "rmi://", "http://127.0.0.1:80/Comm0"})
            assertThrows(IllegalArgumentException.class, () -> RmiAddress.parse(text), text);
    }

    @Test
    void portsAndFilesAreGivenBack() throws Exception {
        File descriptors = new File("/proc/self/fd");
        assumeTrue(descriptors.isDirectory(), "no list of open files on this system");
        useAndClose();
        int before = descriptors.list().length;
        for (int i = 0; i < 5; i++) useAndClose();
        // A connection that the peer has closed keeps its file until a thread has seen that.
        while (descriptors.list().length > before + 4 && !Thread.currentThread().isInterrupted()) Thread.yield();
        int after = descriptors.list().length;
        assertTrue(after <= before + 4, () -> "open files: " + before + " before, " + after + " after");
    }

    private static void useAndClose() throws Exception {
        int port;
        try (TestWorld world = TestWorld.driven(ResourcesTest::open, 3)) {
            talk(world, 3);
            port = RmiAddress.parse(world.rank(0).transport().address().location())
                    .socketAddresses()
                    .get(0)
                    .getPort();
            world.depart(0);
            world.kill(1);
        }
        assertThrows(IOException.class, () -> new Socket(InetAddress.getLoopbackAddress(), port).close());
    }

    private static void talk(TestWorld world, int size) throws InterruptedException {
        for (int from = 0; from < size; from++)
            for (int to = 0; to < size; to++)
                if (from != to) world.rank(from).to(to).send(Letter.of(from, 100));
        for (int from = 0; from < size; from++)
            for (int to = 0; to < size; to++) if (from != to) world.rank(to).nextArrival(from);
    }

    @Test
    void threadsAreAConstantPerPeer() throws Exception {
        int size = 6;
        int pairs = size * (size - 1);
        Set<Thread> former = Thread.getAllStackTraces().keySet();
        try (TestWorld world = TestWorld.driven(ResourcesTest::open, size)) {
            for (int round = 0; round < 20; round++) talk(world, size);
            // RMI uses the threads of former calls again, so that these count, too.
            List<String> threads = runningBut(Set.of(), "jmpi-rmi-", "RMI TCP Connection(");
            assertTrue(threads.size() <= 3 * pairs, () -> threads.size() + " for " + pairs + " pairs: " + threads);
            // Those of former ranks end when their stubs are collected, and a port may come again.
            List<String> leases = runningBut(former, "RMI RenewClean-[");
            assertTrue(leases.size() <= pairs, () -> leases.size() + " for " + pairs + " pairs: " + leases);
        }
    }

    private static List<String> runningBut(Set<Thread> former, String... prefixes) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !former.contains(thread))
                .map(Thread::getName)
                .filter(name -> Stream.of(prefixes).anyMatch(name::startsWith))
                .sorted()
                .collect(Collectors.toList());
    }

    @Test
    void severalAddressesAreListenedOn() throws Exception {
        Properties settings = new Properties();
        settings.setProperty("jmpi.iface", "lo,lo0");
        settings.setProperty("jmpi.ports", "29800-29849");
        JmpiConfig config = JmpiConfig.load(settings, Map.of());
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (int i = 0; i == 0 || i < addresses.size(); i++)
            try (TestWorld world = TestWorld.driven(
                    (site, handler) -> ResourcesTest.open(
                            new TransportSite(site.rank(), site.size(), false, site.host(), site.secret(), config),
                            handler),
                    2)) {
                String location = world.rank(0).transport().address().location();
                addresses = RmiAddress.parse(location).socketAddresses();
                InetSocketAddress each = addresses.get(i);
                assertTrue(each.getAddress().isLoopbackAddress() && each.getPort() / 50 == 29_800 / 50, "" + each);
                String one = RmiAddress.of(List.of(each), 0).toString();
                world.rank(1)
                        .transport()
                        .endpoint(0, new PeerAddress("rmi", "localhost", one))
                        .send(Letter.of(9, 100));
                assertEquals(9, world.rank(0).nextArrival(1).number());
            }
        for (InetSocketAddress each : addresses)
            assertThrows(IOException.class, () -> new Socket(each.getAddress(), each.getPort()).close());
    }

    @Test
    void aPortThatIsTakenIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            TransportSite site = site(taken.getLocalPort());
            IOException refused = assertThrows(IOException.class, () -> open(site, new TestRank(0, 2)));
            assertTrue(
                    refused.getMessage()
                            .startsWith("cannot listen for peers: no port of " + taken.getLocalPort() + " is free"),
                    refused.getMessage());
            assertTrue(refused.getMessage().contains("jmpi.rmi.port"), refused.getMessage());
        }
    }

    @Test
    void aPortThatWasSetIsUsed() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        for (int round = 0; round < 2; round++) // closing gives it back
        try (Transport transport = open(site(port), new TestRank(0, 2))) {
                assertTrue(transport.address().location().contains(":" + port + "/"));
            }
    }

    private static TransportSite site(int port) {
        Properties settings = new Properties();
        settings.setProperty("jmpi.rmi.port", Integer.toString(port));
        TransportSite site = TestWorld.site(0, 2, JobSecret.create());
        return new TransportSite(0, 2, true, site.host(), site.secret(), JmpiConfig.load(settings, Map.of()));
    }

    // ---- Peers that cannot be reached ----

    @Test
    void anUnreachablePeerIsALossWithAReason() throws Exception {
        String closed;
        try (ServerSocket port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = "rmi://127.0.0.1:" + port.getLocalPort() + "/Comm2";
        }
        assertUnreachable(closed, "refused");
        assertUnreachable("rmi://no-such-host.invalid:1/Comm2", "no-such-host.invalid");
        assertUnreachable("rmi://nowhere/Comm2", "not address:port");
    }

    private static void assertUnreachable(String location, String reason) throws Exception {
        try (TestWorld world = TestWorld.still(ResourcesTest::open, 3)) {
            Letter letter = Letter.of(1, 1000);
            world.rank(0)
                    .transport()
                    .endpoint(2, new PeerAddress("rmi", "localhost", location))
                    .send(letter);
            Throwable cause = world.rank(0).nextLoss(2);
            assertTrue(cause.getMessage().contains("rank 2 (" + location + ")"), cause.getMessage());
            assertTrue(cause.getMessage().contains(reason), cause.getMessage());
            assertSame(
                    cause,
                    assertThrows(java.util.concurrent.ExecutionException.class, letter::awaitSent)
                            .getCause());
        }
    }
}
