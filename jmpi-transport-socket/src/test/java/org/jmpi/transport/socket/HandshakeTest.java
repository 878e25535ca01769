package org.jmpi.transport.socket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.Bytes;
import org.jmpi.comm.transport.FlakyRelay;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Letter;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.SocketAddresses;
import org.jmpi.comm.transport.TestRank;
import org.jmpi.comm.transport.TestRank.Arrival;
import org.jmpi.comm.transport.TestRank.Departed;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.Admission;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.Handshake.Verdict;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.Proof;
import org.jmpi.comm.trust.RefusedException;
import org.jmpi.comm.trust.SocketCarrier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who connects without being a correct peer disturbs nobody; and what a correct one may do that ours does not. */
@Timeout(120)
class HandshakeTest {
    private static final int SIZE = 3;

    /** The rank that raw peers pretend to be. */
    private static final int RAW = 2;

    private static final long LIMIT_NANOS = 30_000_000_000L;

    private static Transport open(TransportSite site, FrameHandler handler) throws IOException {
        Properties settings = new Properties();
        settings.setProperty("jmpi.connect.timeout.s", "3");
        JmpiConfig config = JmpiConfig.load(settings, Map.of());
        TransportSite impatient =
                new TransportSite(site.rank(), site.size(), site.allLocal(), site.host(), site.secret(), config);
        return new SocketTransportProvider().open(impatient, handler);
    }

    private static TestWorld world() throws IOException {
        return TestWorld.driven(HandshakeTest::open, SIZE);
    }

    private static PeerAddress address(TestWorld world) {
        return world.rank(0).transport().address();
    }

    /** Rank 0 still takes what rank 1 sends, and heard nothing from the third. */
    private static void assertUndisturbed(TestWorld world) throws InterruptedException {
        world.rank(1).to(0).send(Letter.of(3, 100));
        assertEquals(3, world.rank(0).nextArrival(1).number());
        assertEquals(List.of(), world.rank(0).others(RAW));
    }

    // ---- Strangers ----

    @Tag("full")
    @Test
    void aCrowdOfStrangersIsShownTheDoorAndKeepsNobodyOut() throws Exception {
        int crowd = 300;
        List<RawPeer> strangers = new ArrayList<>();
        try (TestWorld world = world()) {
            for (int i = 0; i < crowd; i++) strangers.add(new RawPeer(address(world)));
            strangers
                    .get(crowd - 1)
                    .send("GET / HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n".getBytes("US-ASCII"));
            strangers.get(crowd - 2).send("JMPItcp3".getBytes("US-ASCII"));
            try (RawPeer foreigner = new RawPeer(address(world))) {
                assertThrows(RefusedException.class, () -> foreigner.greet(JobSecret.create(), RAW, 0));
            }
            assertUndisturbed(world);
            String state = endsOf(world);
            int unproved = Integer.parseInt(state.replaceAll("(?s).*: (\\d+) connections unproved.*", "$1"));
            assertTrue(unproved <= new Admission<RawPeer>(SIZE, stranger -> {}).most(), state);
            // The others go when their time is over.
            for (RawPeer stranger : strangers) assertTrue(stranger.isClosed());
            assertUndisturbed(world);
            assertTrue(endsOf(world).contains(" 0 connections unproved, " + (crowd + 1) + " refused, "), endsOf(world));
        } finally {
            for (RawPeer stranger : strangers) stranger.close();
        }
    }

    @Test
    void aRankThatCannotBeIsRefused() throws Exception {
        try (TestWorld world = world()) {
            for (int rank : new int[] {0, -1, SIZE})
                try (RawPeer raw = new RawPeer(address(world))) {
                    assertEquals(Verdict.REFUSED, raw.greet(world.secret(), rank, 0));
                    assertTrue(raw.isClosed());
                }
            assertUndisturbed(world);
        }
    }

    @Test
    void framesBeforeTheVerdictAreShownTheDoor() throws Exception {
        try (TestWorld world = world();
                RawPeer raw = new RawPeer(address(world))) {
            Handshake handshake = raw.initiator(world.secret(), RAW, 0);
            ByteBuffer bytes = ByteBuffer.allocate(Handshake.MOST_BYTES);
            handshake.wrap(bytes);
            raw.send(Arrays.copyOf(bytes.array(), bytes.position()));
            handshake.unwrap(ByteBuffer.wrap(raw.in.readNBytes(handshake.missing())));
            handshake.wrap(bytes.clear());
            raw.send(Arrays.copyOf(bytes.array(), bytes.position() + 32));
            assertTrue(raw.isClosed());
            assertUndisturbed(world);
        }
    }

    @Test
    void aPeerThatIsDroppedInAnyWayConnectsAgain() throws Exception {
        try (TestWorld world = TestWorld.driven(new SocketTransportProvider()::open, SIZE);
                FlakyRelay relay =
                        new FlakyRelay(SocketAddresses.parse(address(world).location()))) {
            PeerAddress flaky = new PeerAddress("socket", "localhost", SocketAddresses.text(relay.address()));
            world.rank(1).transport().endpoint(0, flaky).send(Letter.of(9, 100_000));
            assertEquals(9, world.rank(0).nextArrival(1).number());
        }
    }

    @Test
    void aRankThatHasLostThePeerSaysSo() throws Exception {
        try (TestWorld world = world()) {
            try (RawPeer raw = new RawPeer(address(world))) {
                assertEquals(Verdict.ADMITTED, raw.greet(world.secret(), RAW, 0));
            }
            world.rank(0).nextLoss(RAW);
            try (RawPeer raw = new RawPeer(address(world))) {
                assertEquals(Verdict.REFUSED, raw.greet(world.secret(), RAW, 0));
                assertTrue(raw.isClosed());
            }
        }
    }

    @Test
    void aRankOfAnotherJobLearnsWhy() throws Exception {
        try (TestWorld world = world();
                TestWorld other = world()) {
            TestRank foreigner = new TestRank(1, SIZE);
            foreigner.open(open(TestWorld.site(1, SIZE, other.secret()), foreigner));
            PeerAddress[] addresses = {address(world), null, address(world)};
            foreigner.connect(addresses);
            foreigner.drive();
            Letter letter = Letter.of(1, 1);
            foreigner.to(0).send(letter);
            Throwable cause = foreigner.nextLoss(0);
            assertTrue(cause.getMessage().contains("does not know this job's secret"), cause.getMessage());
            assertSame(
                    cause,
                    assertThrows(ExecutionException.class, letter::awaitSent).getCause());
            assertUndisturbed(world);
            foreigner.stopDriving();
            foreigner.transport().close();
        }
    }

    // ---- Peers that speak the format by hand ----

    @Test
    void framesMayComeByteByByte() throws Exception {
        try (TestWorld world = world();
                RawPeer raw = new RawPeer(address(world))) {
            assertEquals(Verdict.ADMITTED, raw.greet(world.secret(), RAW, 0));
            for (int i = 0; i < 3; i++) {
                byte[] payload = Bytes.pattern(21, i);
                for (byte one :
                        RawPeer.header(Letter.PLAIN, payload.length, i, 0).array()) raw.send(one);
                for (byte one : payload) raw.send(one);
            }
            for (int i = 0; i < 3; i++) {
                Arrival arrival = world.rank(0).nextArrival(RAW);
                assertEquals(i, arrival.number());
                assertArrayEquals(Bytes.pattern(21, i), arrival.payload());
            }
            raw.send(RawPeer.header(-1, -1, -1, -1).array());
            assertInstanceOf(Departed.class, world.rank(0).next(RAW));
            assertTrue(raw.isClosed());
        }
    }

    @Test
    void framesMayComeBehindTheVerdictInOnePiece() throws Exception {
        try (TestWorld world = world();
                ServerSocket acceptor = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            world.rank(0).transport().endpoint(RAW, location(acceptor)).send(Letter.of(1, 0));
            try (Socket socket = acceptor.accept()) {
                Handshake handshake = Handshake.acceptor(HandshakeHandler.PROTOCOL, RAW, Proof.hmac(world.secret()));
                SocketCarrier.carry(handshake, socket, socket.getInputStream(), socket.getOutputStream(), LIMIT_NANOS);
                assertEquals(0, handshake.initiator());
                handshake.decide(Verdict.ADMITTED);
                int frames = 20;
                ByteBuffer bytes = ByteBuffer.allocate(Handshake.MOST_BYTES + (frames + 2) * 32);
                handshake.wrap(bytes);
                for (int i = 0; i < frames; i++) bytes.put(RawPeer.header(Letter.PLAIN, 0, i, 6));
                bytes.put(RawPeer.header(-1, -1, -1, -1)).put(RawPeer.header(Letter.PLAIN, 0, frames, 6));
                socket.getOutputStream().write(bytes.array(), 0, bytes.position());
                for (int i = 0; i < frames; i++)
                    assertEquals(i, world.rank(0).nextArrival(RAW).number());
                assertInstanceOf(Departed.class, world.rank(0).next(RAW));
            }
        }
    }

    @Test
    void aSecondConnectionOfAPeerIsNotUsed() throws Exception {
        try (TestWorld world = world();
                RawPeer first = new RawPeer(address(world));
                RawPeer second = new RawPeer(address(world))) {
            assertEquals(Verdict.ADMITTED, first.greet(world.secret(), RAW, 0));
            assertEquals(Verdict.CROSSING, second.greet(world.secret(), RAW, 0));
            assertTrue(second.isClosed());
            first.send(RawPeer.header(Letter.PLAIN, 0, 8, 0).array());
            assertEquals(8, world.rank(0).nextArrival(RAW).number());
        }
    }

    @Test
    void aConnectionThatEndsInsideAFrameIsALoss() throws Exception {
        try (TestWorld world = world()) {
            try (RawPeer raw = new RawPeer(address(world))) {
                assertEquals(Verdict.ADMITTED, raw.greet(world.secret(), RAW, 0));
                raw.send(RawPeer.header(Letter.PLAIN, 100, 0, 0).array());
                raw.send(new byte[50]);
            }
            Throwable cause = world.rank(0).nextLoss(RAW);
            assertTrue(cause.getMessage().startsWith("connection to rank 2 (127.0.0.1:"), cause.getMessage());
        }
    }

    @Test
    void aResetIsALoss() throws Exception {
        try (TestWorld world = world()) {
            try (RawPeer raw = new RawPeer(address(world))) {
                assertEquals(Verdict.ADMITTED, raw.greet(world.secret(), RAW, 0));
                raw.socket.setSoLinger(true, 0); // closing resets
            }
            Throwable cause = world.rank(0).nextLoss(RAW);
            assertTrue(cause.getMessage().startsWith("connection to rank 2 (127.0.0.1:"), cause.getMessage());
        }
    }

    @Test
    void whoAnswersADepartureAtOnceIsNotLost() throws Exception {
        try (TestWorld world = world();
                RawPeer raw = new RawPeer(address(world))) {
            assertEquals(Verdict.ADMITTED, raw.greet(world.secret(), RAW, 0));
            raw.send(RawPeer.header(Letter.PLAIN, 0, 1, 0).array());
            assertEquals(1, world.rank(0).nextArrival(RAW).number());
            CountDownLatch closed = new CountDownLatch(1);
            Letter more = Letter.of(2, 32 << 20); // than the network takes, so that the departure goes later
            Letter last = new Letter(Letter.PLAIN, 3, null) {
                @Override
                public void sent() {
                    super.sent();
                    // Written with this one; its answer comes before the transport looks what it has written.
                    if (endsOf(world).contains(" 0 frames queued, 0 bytes unwritten")) await(closed);
                }
            };
            world.rank(0).to(RAW).send(more);
            world.rank(0).to(RAW).send(last);
            CompletableFuture<Void> departing = CompletableFuture.runAsync(() -> world.depart(0));
            while (!endsOf(world).contains(" 3 frames queued") && !departing.isDone()) Thread.onSpinWait();
            raw.in.skipNBytes(3 * 32 + (32 << 20));
            raw.socket.close();
            closed.countDown();
            departing.get();
            assertEquals(List.of(), world.rank(0).others(RAW));
        }
    }

    private static String endsOf(TestWorld world) {
        return world.rank(0).transport().describe();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    // ---- Peers that cannot be reached ----

    @Test
    void aRefusedConnectionIsALoss() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        assertUnreachable("127.0.0.1:" + port, "refused");
    }

    @Test
    void aSilentListenerIsALossWhenTheTimeIsOver() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertUnreachable(location(silent).location(), "within 3000 ms");
        }
    }

    @Test
    void anAddressThatIsNoneIsALoss() throws Exception {
        assertUnreachable("nowhere", "not address:port, in numbers: nowhere");
        assertUnreachable("127.0.0.1:http", "not address:port, in numbers: 127.0.0.1:http");
    }

    private static void assertUnreachable(String location, String reason) throws Exception {
        try (TestWorld world = world()) {
            PeerAddress where = new PeerAddress("socket", "localhost", location);
            Letter letter = Letter.of(1, 1000);
            world.rank(0).transport().endpoint(RAW, where).send(letter);
            Throwable cause = world.rank(0).nextLoss(RAW);
            assertTrue(cause.getMessage().contains("rank 2 (" + location + ")"), cause.getMessage());
            assertTrue(cause.getMessage().contains(reason), cause.getMessage());
            assertSame(
                    cause,
                    assertThrows(ExecutionException.class, letter::awaitSent).getCause());
            assertUndisturbed(world);
        }
    }

    private static PeerAddress location(ServerSocket acceptor) {
        return new PeerAddress("socket", "localhost", "127.0.0.1:" + acceptor.getLocalPort());
    }
}
