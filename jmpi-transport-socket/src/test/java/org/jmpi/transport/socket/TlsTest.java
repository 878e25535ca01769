package org.jmpi.transport.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jmpi.comm.transport.ByteRelay;
import org.jmpi.comm.transport.FlakyRelay;
import org.jmpi.comm.transport.Letter;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.SocketAddresses;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.TlsContract;
import org.junit.jupiter.api.Test;

class TlsTest extends TlsContract {
    TlsTest() {
        super(new SocketTransportProvider());
    }

    @Override
    protected InetSocketAddress parse(String location) throws IOException {
        return SocketAddresses.parse(location);
    }

    @Override
    protected String location(InetSocketAddress address) {
        return SocketAddresses.text(address);
    }

    @Test
    void aChangedByteIsALoss() throws Exception {
        AtomicBoolean meddling = new AtomicBoolean();
        try (TestWorld world = world();
                ByteRelay relay = new ByteRelay(port(world), (bytes, count, before) -> {
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
                        port(world), (bytes, count, before) -> before + count > LENGTH / 2 ? count - 1 : count)) {
            send(world, relay.address());
            Throwable cause = world.rank(0).nextLoss(1);
            assertTrue(cause.getMessage().startsWith("connection to rank 1 ("), cause.getMessage());
            assertEquals(List.of(), world.rank(0).others(1));
        }
    }

    /** The alert says it to him. */
    @Test
    void aStrangerIsToldThatHeIsRefused() throws Exception {
        try (TestWorld world = world();
                TestWorld stranger = world()) {
            send(world, port(stranger));
            while (!stranger.rank(0).transport().describe().contains(" 1 refused, the last because "))
                Thread.onSpinWait();
        }
    }

    @Test
    void aPeerThatIsDroppedInAnyWayConnectsAgain() throws Exception {
        try (TestWorld world = world();
                FlakyRelay relay = new FlakyRelay(port(world))) {
            send(world, relay.address());
            assertEquals(5, world.rank(0).nextArrival(1).number());
        }
    }

    @Test
    void strangersDisturbNobody() throws Exception {
        try (TestWorld world = world();
                RawPeer http = new RawPeer(new PeerAddress("socket", "localhost", SocketAddresses.text(port(world))));
                RawPeer clear =
                        new RawPeer(new PeerAddress("socket", "localhost", SocketAddresses.text(port(world))))) {
            http.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertTrue(http.isClosed());
            // A rank that knows the secret, but speaks in clear.
            assertThrows(IOException.class, () -> clear.greet(world.secret(), 1, 0));
            send(world, port(world));
            assertEquals(5, world.rank(0).nextArrival(1).number());
        }
    }
}
