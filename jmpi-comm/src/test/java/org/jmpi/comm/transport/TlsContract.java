package org.jmpi.comm.transport;

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
import java.util.Map;
import java.util.Properties;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.transport.TestRank.Departed;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Protection by TLS against somebody between two ranks. */
@Timeout(120)
public abstract class TlsContract {
    /** Longer than a record. */
    protected static final int LENGTH = 50_000;

    private static final String PREFIX = "tls:";
    private static final int SIZE = 2;

    private final TransportProvider provider;

    protected TlsContract(TransportProvider provider) {
        this.provider = provider;
    }

    /** Returns where a location without its prefix leads. */
    protected abstract InetSocketAddress parse(String location) throws IOException;

    /** Returns the location, without its prefix, of rank 0 at an address. */
    protected abstract String location(InetSocketAddress address);

    /** Returns a site whose connections are encrypted. */
    public static TransportSite encrypted(TransportSite site) {
        Properties settings = new Properties();
        settings.setProperty("jmpi.socket.buffer", Integer.toString(TestWorld.BUFFER_BYTES));
        settings.setProperty("jmpi.tls", "on");
        JmpiConfig config = JmpiConfig.load(settings, Map.of());
        return new TransportSite(site.rank(), site.size(), site.allLocal(), site.host(), site.secret(), config);
    }

    private Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return provider.open(encrypted(site), handler);
    }

    protected final TestWorld world() throws IOException {
        return TestWorld.driven(this::open, SIZE);
    }

    /** Returns where rank 0 listens. */
    protected final InetSocketAddress port(TestWorld world) throws IOException {
        String location = world.rank(0).transport().address().location();
        assertTrue(location.startsWith(PREFIX), location);
        return parse(location.substring(PREFIX.length()));
    }

    /** Sends from rank 1 to what stands before rank 0. */
    protected final Letter send(TestWorld world, InetSocketAddress address) {
        Letter letter = Letter.of(5, LENGTH);
        PeerAddress where = new PeerAddress(provider.name(), "localhost", PREFIX + location(address));
        world.rank(1).transport().endpoint(0, where).send(letter);
        return letter;
    }

    @Test
    void aRelaySeesNothing() throws Exception {
        try (TestWorld world = world();
                ByteRelay relay = ByteRelay.faithful(port(world))) {
            send(world, relay.address());
            byte[] payload = Bytes.pattern(LENGTH, 5);
            assertArrayEquals(payload, world.rank(0).nextArrival(1).payload());
            String wire = new String(relay.seen(), StandardCharsets.ISO_8859_1);
            assertTrue(wire.length() > LENGTH);
            assertFalse(wire.contains(new String(Arrays.copyOf(payload, 16), StandardCharsets.ISO_8859_1)));
            assertFalse(wire.contains("JMPI") || wire.contains("JRMI"), "the handshake, the certificate or the calls");
            world.depart(1);
            assertInstanceOf(Departed.class, world.rank(0).next(1));
        }
    }

    /** He ends the connection of rank 1 with a certificate of his own. */
    @Test
    void aStrangerIsRefused() throws Exception {
        try (TestWorld world = world();
                TestWorld stranger = world()) {
            Letter letter = send(world, port(stranger));
            Throwable cause = world.rank(1).nextLoss(0);
            assertTrue(cause.getMessage().contains("it does not know this job's secret"), cause.getMessage());
            assertThrows(Exception.class, letter::awaitSent);
            assertEquals(List.of(), stranger.rank(0).others(1));
        }
    }

    @Test
    void ranksWithDifferentSettingsAreRefused() throws Exception {
        JobSecret secret = JobSecret.create();
        TestRank handler = new TestRank(0, SIZE);
        try (Transport encrypted = open(TestWorld.site(0, SIZE, secret), handler);
                Transport clear = provider.open(TestWorld.site(1, SIZE, secret), handler)) {
            CommException here = assertThrows(CommException.class, () -> encrypted.endpoint(1, clear.address()));
            CommException there = assertThrows(CommException.class, () -> clear.endpoint(0, encrypted.address()));
            String both = ": all ranks of a job need the same";
            assertEquals("rank 0 has jmpi.tls=on, and rank 1 has jmpi.tls=off" + both, here.getMessage());
            assertEquals("rank 1 has jmpi.tls=off, and rank 0 has jmpi.tls=on" + both, there.getMessage());
        }
    }
}
