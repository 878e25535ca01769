package org.jmpi.transport.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ServiceLoader;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.Letter;
import org.jmpi.comm.transport.LocalAddresses;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.transport.SocketAddresses;
import org.jmpi.comm.transport.Source;
import org.jmpi.comm.transport.TestRank;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.Handshake.Verdict;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the transport takes from the JVM and from the host, and gives back. */
@Timeout(120)
class SocketResourcesTest {
    private static Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return new SocketTransportProvider().open(site, handler);
    }

    @Test
    void theProviderIsFoundByItsName() {
        assertTrue(ServiceLoader.load(TransportProvider.class).stream()
                .anyMatch(found -> found.get().name().equals("socket")));
    }

    @Test
    void fileDescriptorsAreGivenBack() throws Exception {
        File descriptors = new File("/proc/self/fd");
        assumeTrue(descriptors.isDirectory(), "no list of open files on this system");
        useAndClose();
        int before = descriptors.list().length;
        for (int i = 0; i < 10; i++) useAndClose();
        // A connection that the peer has closed keeps its file until a thread has seen that.
        while (descriptors.list().length > before + 2 && !Thread.currentThread().isInterrupted()) Thread.yield();
        int after = descriptors.list().length;
        assertTrue(after <= before + 2, () -> "open files: " + before + " before, " + after + " after");
    }

    private static void useAndClose() throws Exception {
        try (TestWorld world = TestWorld.driven(SocketResourcesTest::open, 4);
                RawPeer stranger = new RawPeer(world.rank(0).transport().address())) {
            for (int from = 0; from < 4; from++)
                for (int to = 0; to < 4; to++)
                    if (from != to) world.rank(from).to(to).send(Letter.of(from, 100));
            for (int from = 0; from < 4; from++)
                for (int to = 0; to < 4; to++) if (from != to) world.rank(to).nextArrival(from);
            stranger.send((byte) 1);
            world.depart(0);
            world.kill(1);
        }
    }

    @Test
    void aDroppedConnectionIsClosedAtOnce() throws Exception {
        try (TestWorld world = TestWorld.driven(SocketResourcesTest::open, 3);
                RawPeer raw = new RawPeer(world.rank(0).transport().address())) {
            world.rank(0).onHeader(arrival -> {
                throw new IllegalStateException("no");
            });
            assertEquals(Verdict.ADMITTED, raw.greet(world.secret(), 2, 0));
            raw.send(RawPeer.header(Letter.PLAIN, 0, 0, 0).array());
            world.rank(0).nextLoss(2);
            assertTrue(raw.isClosed());
        }
    }

    @Test
    void anInterruptedThreadKeepsItsConnections() throws Exception {
        try (TestWorld world = TestWorld.still(SocketResourcesTest::open, 2)) {
            TestRank zero = world.rank(0);
            TestRank one = world.rank(1);
            Thread.currentThread().interrupt();
            for (int i = 0; i < 100; i++) {
                zero.to(1).send(Letter.of(i, 1000));
                while (one.others(0).size() <= i) {
                    zero.transport().poll();
                    one.transport().poll();
                    one.transport().await(1_000_000);
                }
            }
            assertTrue(Thread.interrupted());
            for (int i = 0; i < 100; i++) assertEquals(i, one.nextArrival(0).number());
        }
    }

    @Test
    void itListensOnTheLoopbackWhileAllAreLocal() throws Exception {
        try (TestWorld world = TestWorld.still(SocketResourcesTest::open, 2)) {
            String location = world.rank(0).transport().address().location();
            assertTrue(SocketAddresses.parse(location).getAddress().isLoopbackAddress(), location);
        }
    }

    @Test
    void otherHostsGetAnAddressThatTheyReach() throws Exception {
        TransportSite local = TestWorld.site(0, 2, JobSecret.create());
        TransportSite site = new TransportSite(0, 2, false, Host.named("localhost"), local.secret(), local.config());
        TestRank handler = new TestRank(0, 2);
        Transport transport = open(site, handler);
        try (transport) {
            for (InetSocketAddress each :
                    SocketAddresses.parseAll(transport.address().location()))
                assertEquals(isAlone(), each.getAddress().isLoopbackAddress(), each.toString());
            handler.open(transport);
            handler.connect(new PeerAddress[] {null, transport.address()});
            handler.drive();
            try (RawPeer raw = new RawPeer(transport.address())) {
                assertEquals(Verdict.ADMITTED, raw.greet(site.secret(), 1, 0));
            }
            handler.nextLoss(1);
            handler.stopDriving();
        }
    }

    /** Returns whether this host has no network. */
    private static boolean isAlone() throws IOException {
        return LocalAddresses.ofHost().usable().get(0).isLoopbackAddress();
    }

    @Test
    void addressesAreReadAsTheyAreWritten() throws Exception {
        String[] texts = {"127.0.0.1:80", "10.1.2.3:65535", "[0:0:0:0:0:0:0:1]:8080"};
        for (String text : texts) assertEquals(text, SocketAddresses.text(SocketAddresses.parse(text)));
        assertInstanceOf(Inet6Address.class, SocketAddresses.parse("[::1]:1").getAddress());
        for (String text : new String[] {"", ":", "host", ":80", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:70000"})
            assertThrows(IOException.class, () -> SocketAddresses.parse(text), text);
    }

    /** This host knows the first name, and would ask its name service for the others. */
    @Test
    void namesAreNotLookedUp() {
        for (String host :
                new String[] {"localhost", "256.0.0.1", "1.2.3", "0x7f.1", "010.0.0.1", "ab", "[ab]", "[::1%lo]"}) {
            String text = host + ":80";
            IOException refusal = assertThrows(IOException.class, () -> SocketAddresses.parse(text), text);
            assertEquals("this is not address:port, in numbers: " + text, refusal.getMessage());
        }
    }

    @Test
    void addressesOfIpv4InIpv6AreNumbers() throws Exception {
        assertEquals("10.0.0.7:1", SocketAddresses.text(SocketAddresses.parse("[::ffff:10.0.0.7]:1")));
    }

    @Test
    void messagesCostNoHeapInSteadyState() throws Exception {
        int warm = 20_000;
        int count = 20_000;
        try (PingPong pair = new PingPong()) {
            pair.run(warm);
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long self = Thread.currentThread().getId();
            long before = threads.getThreadAllocatedBytes(self);
            pair.run(count);
            double each = (threads.getThreadAllocatedBytes(self) - before) / (2.0 * count);
            assertTrue(each < 32, () -> each + " heap bytes per message");
        }
    }

    /** Two ranks that one thread drives, with a handler that allocates nothing. */
    private static final class PingPong implements AutoCloseable {
        private final Side[] sides = {new Side(), new Side()};
        private final byte[] buffer = new byte[64];

        PingPong() throws IOException {
            JobSecret secret = JobSecret.create();
            for (int i = 0; i < 2; i++) sides[i].transport = open(TestWorld.site(i, 2, secret), sides[i]);
            for (int i = 0; i < 2; i++)
                sides[i].to = sides[i].transport.endpoint(1 - i, sides[1 - i].transport.address());
        }

        void run(int count) {
            for (int i = 0; i < count; i++)
                for (int from = 0; from < 2; from++) {
                    Side to = sides[1 - from];
                    long before = to.arrived;
                    sides[from].to.send(sides[from].frame);
                    while (to.arrived == before) {
                        sides[from].transport.poll();
                        to.transport.poll();
                    }
                }
        }

        @Override
        public void close() {
            for (Side side : sides) side.transport.close();
        }

        private final class Side implements FrameHandler, Source, Sink {
            private Transport transport;
            private Endpoint to;
            private long arrived;
            private final Frame frame = new Frame() {
                @Override
                public Source payload() {
                    return Side.this;
                }

                @Override
                public void sent() {
                    word0++;
                }

                @Override
                public void failed(Throwable cause) {
                    throw new AssertionError(cause);
                }
            };

            @Override
            public Sink onFrame(int peer, long word0, long word1, long word2, long word3) {
                return this;
            }

            @Override
            public long bytes() {
                return buffer.length;
            }

            @Override
            public void pack(long position, ByteBuffer target) {
                target.put(buffer, (int) position, target.remaining());
            }

            @Override
            public void unpack(long position, ByteBuffer chunk) {
                chunk.get(buffer, (int) position, chunk.remaining());
            }

            @Override
            public void take(Source source) {
                throw new UnsupportedOperationException("not over a socket");
            }

            @Override
            public void end() {
                arrived++;
            }

            @Override
            public void onPeerLost(int peer, Throwable cause) {
                throw new AssertionError(cause);
            }

            @Override
            public void onPeerDeparted(int peer) {
                throw new AssertionError("departed");
            }

            @Override
            public void onWork() {
                // the test's thread polls
            }
        }
    }
}
