package org.jmpi.transport.rmi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.transport.ByteRelay;
import org.jmpi.comm.transport.Bytes;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Letter;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.TestRank;
import org.jmpi.comm.transport.TestRank.Departed;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What somebody between two ranks sees and can do if they use TLS. */
@Timeout(120)
class TlsTest {
    private static final int SIZE = 2;

    /** Longer than a record. */
    private static final int LENGTH = 50_000;

    private static Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return new RmiTransportProvider().open(TlsTransportTest.encrypted(site), handler);
    }

    private static TestWorld world() throws IOException {
        return TestWorld.driven(TlsTest::open, SIZE);
    }

    private static RmiAddress address(TestWorld world) {
        String location = world.rank(0).transport().address().location();
        assertTrue(location.startsWith("tls:"), location);
        return RmiAddress.parse(location.substring("tls:".length()));
    }

    /** Sends from rank 1 to what stands before rank 0. */
    private static Letter send(TestWorld world, InetSocketAddress address) {
        RmiAddress there = RmiAddress.of(List.of(address), 0);
        Letter letter = Letter.of(5, LENGTH);
        PeerAddress where = new PeerAddress("rmi", "localhost", "tls:" + there);
        world.rank(1).transport().endpoint(0, where).send(letter);
        return letter;
    }

    private static InetSocketAddress port(TestWorld world) throws IOException {
        return address(world).socketAddresses().get(0);
    }

    @Test
    void whoPassesTheBytesOnSeesNothing() throws Exception {
        try (TestWorld world = world();
                ByteRelay relay = ByteRelay.faithful(port(world))) {
            send(world, relay.address());
            byte[] payload = Bytes.pattern(LENGTH, 5);
            assertArrayEquals(payload, world.rank(0).nextArrival(1).payload());
            String wire = new String(relay.seen(), StandardCharsets.ISO_8859_1);
            assertTrue(wire.length() > LENGTH);
            assertFalse(wire.contains(new String(Arrays.copyOf(payload, 16), StandardCharsets.ISO_8859_1)));
            assertFalse(wire.contains("JMPI") || wire.contains("JRMI"), "the handshake or the calls");
            world.depart(1);
            assertInstanceOf(Departed.class, world.rank(0).next(1));
        }
    }

    @Test
    void aCutStreamIsALoss() throws Exception {
        try (TestWorld world = world();
                ByteRelay relay = new ByteRelay(
                        port(world), (bytes, count, before) -> before + count > LENGTH / 2 ? count - 1 : count)) {
            send(world, relay.address());
            Throwable cause = world.rank(1).nextLoss(0);
            assertTrue(cause.getMessage().contains("rank 0 ("), cause.getMessage());
            assertEquals(List.of(), world.rank(0).others(1));
        }
    }

    @Test
    void whoDoesNotKnowTheSecretIsRefused() throws Exception {
        try (TestWorld world = world();
                TestWorld stranger = world()) {
            send(world, port(stranger));
            Throwable cause = world.rank(1).nextLoss(0);
            assertTrue(cause.getMessage().contains("it does not know this job's secret"), cause.getMessage());
            assertEquals(List.of(), stranger.rank(0).others(1));
        }
    }

    @Test
    void ranksWithDifferentSettingsSaySo() throws Exception {
        JobSecret secret = JobSecret.create();
        TestRank handler = new TestRank(0, SIZE);
        try (Transport encrypted = open(TestWorld.site(0, SIZE, secret), handler);
                Transport clear = new RmiTransportProvider().open(TestWorld.site(1, SIZE, secret), handler)) {
            assertThrows(CommException.class, () -> encrypted.endpoint(1, clear.address()));
            assertThrows(CommException.class, () -> clear.endpoint(0, encrypted.address()));
        }
    }
}
