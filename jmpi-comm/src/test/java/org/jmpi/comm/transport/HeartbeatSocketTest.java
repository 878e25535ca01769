package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.HeartbeatSocket.Subscription;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HeartbeatSocketTest {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final JobSecret SECRET = JobSecret.create();

    private final AtomicInteger heard = new AtomicInteger();
    private HeartbeatSocket observer;
    private HeartbeatSocket peer;

    @BeforeEach
    void open() throws IOException {
        observer = HeartbeatSocket.open(config("29850-29899"), SECRET, 0);
        peer = HeartbeatSocket.open(config("29850-29899"), SECRET, 1);
    }

    @AfterEach
    void close() {
        observer.close();
        peer.close();
    }

    private static JmpiConfig config(String ports) {
        return JmpiConfig.load(new Properties(), Map.of("JMPI_IFACE", "127.0.0.0/8", "JMPI_PORTS", ports));
    }

    private void awaitHeard(int count) {
        long end = System.nanoTime() + LIMIT_NANOS;
        while (heard.get() < count) {
            assertTrue(System.nanoTime() - end < 0, () -> heard + " of " + count);
            observer.take();
            Thread.yield();
        }
    }

    /** Returns a subscription that differs by its addresses. */
    private static Subscription with(List<InetSocketAddress> addresses, Subscription subscription) {
        return new Subscription(subscription.id(), subscription.nonce(), addresses);
    }

    @Test
    void eachHeartBeatIsHeardOnceByWhomeverItIsFor() {
        AtomicInteger others = new AtomicInteger();
        Subscription subscription =
                Subscription.parse(observer.subscribe(heard::incrementAndGet).text());
        Subscription other = observer.subscribe(others::incrementAndGet);
        List<InetSocketAddress> twice = new ArrayList<>(subscription.addresses());
        twice.addAll(subscription.addresses());
        for (int i = 0; i < 5; i++) peer.send(with(twice, subscription));
        awaitHeard(5);
        assertEquals(0, others.get());
        observer.withdraw(subscription);
        peer.send(subscription);
        peer.send(other);
        heard.set(0);
        others.set(0);
        long end = System.nanoTime() + LIMIT_NANOS;
        while (others.get() == 0 && System.nanoTime() - end < 0) observer.take();
        assertEquals(0, heard.get());
        assertEquals(1, others.get());
    }

    @Test
    void whatAStrangerSendsIsNoSignOfLife() throws IOException {
        Subscription subscription = observer.subscribe(heard::incrementAndGet);
        byte[] seen = observedOnTheWire(subscription);
        byte[] changed = seen.clone();
        changed[15]++;
        try (HeartbeatSocket other = HeartbeatSocket.open(config("29850-29899"), JobSecret.create(), 2)) {
            for (int i = 0; i < 5; i++) other.send(subscription);
        }
        for (int i = 0; i < 5; i++) {
            peer.send(new Subscription(subscription.id(), new byte[16], subscription.addresses()));
            peer.send(new Subscription(77, subscription.nonce(), subscription.addresses()));
        }
        try (DatagramChannel stranger = DatagramChannel.open()) {
            for (byte[] bytes : List.of(changed, new byte[0], new byte[48], new byte[2000], seen, seen))
                stranger.send(ByteBuffer.wrap(bytes), subscription.addresses().get(0));
        }
        peer.send(subscription);
        awaitHeard(2);
        observer.take();
        assertEquals(2, heard.get());
    }

    /** Returns a heart-beat that has not come to the observer. */
    private byte[] observedOnTheWire(Subscription subscription) throws IOException {
        try (DatagramChannel wire = DatagramChannel.open().bind(new InetSocketAddress("127.0.0.1", 0))) {
            peer.send(with(List.of((InetSocketAddress) wire.getLocalAddress()), subscription));
            ByteBuffer bytes = ByteBuffer.allocate(100);
            wire.receive(bytes);
            byte[] seen = new byte[bytes.flip().remaining()];
            bytes.get(seen);
            return seen;
        }
    }

    @Test
    void anAddressThatCannotBeReachedKeepsNoHeartBeatFromTheOthers() throws IOException {
        Subscription subscription = observer.subscribe(heard::incrementAndGet);
        List<InetSocketAddress> addresses =
                new ArrayList<>(SocketAddresses.parseAll("255.255.255.255:9,[fe80::9]:9,127.0.0.1:29849"));
        addresses.addAll(subscription.addresses());
        peer.send(with(addresses, subscription));
        awaitHeard(1);
    }

    @Test
    void itListensOnTheChosenInterfaceAndPorts() throws IOException {
        InetSocketAddress where =
                observer.subscribe(heard::incrementAndGet).addresses().get(0);
        assertTrue(where.getAddress().isLoopbackAddress(), where::toString);
        assertTrue(where.getPort() >= 29850 && where.getPort() <= 29899, where::toString);
        String taken = Integer.toString(where.getPort());
        IOException refusal = assertThrows(IOException.class, () -> HeartbeatSocket.open(config(taken), SECRET, 0));
        assertTrue(refusal.getMessage().startsWith("no port of " + taken + " is free"), refusal::getMessage);
    }

    @Test
    void aSocketThatIsClosedHasNoHeartBeats() {
        Subscription subscription = observer.subscribe(heard::incrementAndGet);
        observer.close();
        peer.send(subscription);
        observer.take();
        peer.close();
        peer.send(subscription);
        assertEquals(0, heard.get());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1 00", "x 00 127.0.0.1:1", "1 0g 127.0.0.1:1", "1 00 localhost:1", "1 00 :1"})
    void aMalformedSubscriptionIsRefused(String text) {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> Subscription.parse(text));
        assertEquals("a malformed subscription to send heart-beats: " + text, refusal.getMessage());
    }
}
