package org.jmpi.transport.socket;

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
import java.util.concurrent.atomic.AtomicBoolean;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.transport.ByteRelay;
import org.jmpi.comm.transport.Bytes;
import org.jmpi.comm.transport.FlakyRelay;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Letter;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.SocketAddresses;
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
        return new SocketTransportProvider().open(TlsTransportTest.encrypted(site), handler);
    }

    private static TestWorld world() throws IOException {
        return TestWorld.driven(TlsTest::open, SIZE);
    }

    private static InetSocketAddress port(TestWorld world, int rank) throws IOException {
        String location = world.rank(rank).transport().address().location();
        assertTrue(location.startsWith("tls:"), location);
        return SocketAddresses.parse(location.substring("tls:".length()));
    }

    private static PeerAddress at(InetSocketAddress address) {
        return new PeerAddress("socket", "localhost", "tls:" + SocketAddresses.text(address));
    }

    /** Sends from rank 1 to what stands before rank 0. */
    private static Letter send(TestWorld world, InetSocketAddress address) {
        Letter letter = Letter.of(5, LENGTH);
        world.rank(1).transport().endpoint(0, at(address)).send(letter);
        return letter;
    }

    @Test
    void whoPassesTheBytesOnSeesNothing() throws Exception {
        try (TestWorld world = world();
                ByteRelay relay = ByteRelay.faithful(port(world, 0))) {
            send(world, relay.address());
            byte[] payload = Bytes.pattern(LENGTH, 5);
            assertArrayEquals(payload, world.rank(0).nextArrival(1).payload());
            String wire = new String(relay.seen(), StandardCharsets.ISO_8859_1);
            assertTrue(wire.length() > LENGTH);
            assertFalse(wire.contains(new String(Arrays.copyOf(payload, 16), StandardCharsets.ISO_8859_1)));
            assertFalse(wire.contains("JMPI"), "the handshake or the certificate");
            world.depart(1);
            assertInstanceOf(Departed.class, world.rank(0).next(1));
        }
    }

    @Test
    void aChangedByteIsALoss() throws Exception {
        AtomicBoolean meddling = new AtomicBoolean();
        try (TestWorld world = world();
                ByteRelay relay = new ByteRelay(port(world, 0), (bytes, count, before) -> {
                    if (meddling.get()) bytes[count / 2] ^= 1;
                    return count;
                })) {
            send(world, relay.address());
            assertEquals(5, world.rank(0).nextArrival(1).number());
            meddling.set(true);
            world.rank(1).to(0).send(Letter.of(6, LENGTH));
            Throwable cause = world.rank(0).nextLoss(1);
            assertTrue(cause.getMessage().contains("TLS: "), cause.getMessage());
        }
    }

    @Test
    void aCutStreamIsALoss() throws Exception {
        try (TestWorld world = world();
                ByteRelay relay = new ByteRelay(
                        port(world, 0), (bytes, count, before) -> before + count > LENGTH / 2 ? count - 1 : count)) {
            send(world, relay.address());
            Throwable cause = world.rank(0).nextLoss(1);
            assertTrue(cause.getMessage().startsWith("connection to rank 1 ("), cause.getMessage());
            assertEquals(List.of(), world.rank(0).others(1));
        }
    }

    /** He ends the connection of rank 1 with a certificate of his own. */
    @Test
    void whoDoesNotKnowTheSecretIsRefused() throws Exception {
        try (TestWorld world = world();
                TestWorld stranger = world()) {
            Letter letter = send(world, port(stranger, 0));
            Throwable cause = world.rank(1).nextLoss(0);
            assertTrue(cause.getMessage().contains("it does not know this job's secret"), cause.getMessage());
            assertThrows(Exception.class, letter::awaitSent);
            assertEquals(List.of(), stranger.rank(0).others(1));
            // The alert says it to him.
            while (!stranger.rank(0).transport().describe().contains(" 1 refused, the last because "))
                Thread.onSpinWait();
        }
    }

    @Test
    void aPeerThatIsDroppedInAnyWayConnectsAgain() throws Exception {
        try (TestWorld world = world();
                FlakyRelay relay = new FlakyRelay(port(world, 0))) {
            send(world, relay.address());
            assertEquals(5, world.rank(0).nextArrival(1).number());
        }
    }

    @Test
    void strangersDisturbNobody() throws Exception {
        try (TestWorld world = world();
                RawPeer http =
                        new RawPeer(new PeerAddress("socket", "localhost", SocketAddresses.text(port(world, 0))));
                RawPeer clear =
                        new RawPeer(new PeerAddress("socket", "localhost", SocketAddresses.text(port(world, 0))))) {
            http.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertTrue(http.isClosed());
            // A rank that knows the secret, but speaks in clear.
            assertThrows(IOException.class, () -> clear.greet(world.secret(), 1, 0));
            send(world, port(world, 0));
            assertEquals(5, world.rank(0).nextArrival(1).number());
        }
    }

    @Test
    void ranksWithDifferentSettingsSaySo() throws Exception {
        JobSecret secret = JobSecret.create();
        TestRank handler = new TestRank(0, SIZE);
        try (Transport encrypted = open(TestWorld.site(0, SIZE, secret), handler);
                Transport clear = new SocketTransportProvider().open(TestWorld.site(1, SIZE, secret), handler)) {
            CommException here = assertThrows(CommException.class, () -> encrypted.endpoint(1, clear.address()));
            CommException there = assertThrows(CommException.class, () -> clear.endpoint(0, encrypted.address()));
            String both = ": all ranks of a job need the same";
            assertEquals("rank 0 has jmpi.tls=on, and rank 1 has jmpi.tls=off" + both, here.getMessage());
            assertEquals("rank 1 has jmpi.tls=off, and rank 0 has jmpi.tls=on" + both, there.getMessage());
        }
    }
}
