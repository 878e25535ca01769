package org.jmpi.comm.dynamic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.trust.AddressPair;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.Proof;
import org.jmpi.comm.trust.SocketCarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PortTest {
    private static final Runnable ON = () -> {};

    private final JmpiConfig config = JmpiConfig.load(new Properties(), Map.of());
    private final JobSecret key = JobSecret.create();
    private final Port port = Port.open(key, true, config);
    private final Port.Location location = Port.Location.parse(port.name());

    PortTest() throws IOException {}

    @AfterEach
    void close() {
        port.close();
    }

    private CompletableFuture<RootChannel> connect() {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return RootChannel.connect(location, key, config, ON);
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                },
                body -> new Thread(body).start());
    }

    /** Makes a root that gives up while its connection waits at the port. */
    private void giveUp() {
        CommException up = new CommException(ErrorClass.OTHER, "gives up");
        CommException thrown = assertThrows(
                CommException.class,
                () -> RootChannel.connect(location, key, config, () -> {
                    throw up;
                }));
        assertEquals("gives up", thrown.getMessage());
    }

    private void exchange(RootChannel one, RootChannel other) throws IOException {
        one.send(new ControlWriter().writeInt(7));
        ControlReader in = other.receive(ON);
        assertEquals(7, in.readInt());
    }

    @Test
    void aRootThatHasGivenUpIsPassedOver() throws Exception {
        giveUp();
        CompletableFuture<RootChannel> second = connect();
        try (RootChannel accepted = port.accept(ON);
                RootChannel connected = second.get()) {
            exchange(accepted, connected);
            exchange(connected, accepted);
        }
    }

    @Test
    void aRootThatGivesUpLeavesNothingAtThePort() throws Exception {
        CompletableFuture<RootChannel> patient = connect();
        while (port.waits() < 1) Thread.onSpinWait();
        CommException up = new CommException(ErrorClass.OTHER, "gives up");
        assertThrows(
                CommException.class,
                () -> RootChannel.connect(location, key, config, () -> {
                    if (port.waits() == 2) throw up;
                }));
        while (port.waits() > 1) Thread.onSpinWait();
        try (RootChannel accepted = port.accept(ON);
                RootChannel connected = patient.get()) {
            assertEquals(0, port.waits());
            exchange(accepted, connected);
        }
    }

    @Test
    void theCallerEndsTheWaitAtAPort() {
        AtomicInteger looks = new AtomicInteger();
        CommException thrown = assertThrows(
                CommException.class,
                () -> port.accept(() -> {
                    if (looks.incrementAndGet() == 2) throw new CommException(ErrorClass.PORT, "enough");
                }));
        assertEquals("enough", thrown.getMessage());
    }

    @Test
    void aRootWaitsNoLongerThanThePortIsOpen() throws Exception {
        CompletableFuture<RootChannel> waits = connect();
        CountDownLatch isHere = new CountDownLatch(1);
        CompletableFuture<RootChannel> inTime = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return RootChannel.connect(location, key, config, isHere::countDown);
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                },
                body -> new Thread(body).start());
        isHere.await();
        port.close();
        assertThrows(ExecutionException.class, () -> waits.get(30, TimeUnit.SECONDS));
        assertThrows(ExecutionException.class, () -> inTime.get(30, TimeUnit.SECONDS));
    }

    @Test
    void strangersKeepNobodyOut() throws Exception {
        InetSocketAddress address = location.addresses().get(0);
        assertThrows(IOException.class, () -> RootChannel.connect(location, JobSecret.create(), config, ON));
        assertThrows(
                IOException.class,
                () -> RootChannel.connect(
                        new Port.Location(location.addresses(), location.tag() ^ 1), key, config, ON));
        try (Socket silent = new Socket(address.getAddress(), address.getPort());
                Socket loud = new Socket(address.getAddress(), address.getPort())) {
            loud.getOutputStream().write(new byte[300]);
            CompletableFuture<RootChannel> honest = connect();
            try (RootChannel accepted = port.accept(ON);
                    RootChannel connected = honest.get()) {
                exchange(accepted, connected);
            }
            assertTrue(silent.isConnected());
        }
    }

    /** One that is stopped, or whose host is cut off, knows the key and does not answer. */
    @Test
    @Tag("full")
    void aRootThatIsSilentIsPassedOver() throws Exception {
        Handshake handshake = Handshake.initiator("JMPI-PT1", 0, 0, Proof.hmac(location.key(key), AddressPair.NONE));
        try (Socket silent = SocketCarrier.connect(
                new Socket(), location.addresses().get(0), socket -> handshake, 10_000_000_000L)) {
            CompletableFuture<RootChannel> second = connect();
            try (RootChannel accepted = port.accept(ON);
                    RootChannel connected = second.get()) {
                exchange(accepted, connected);
            }
            assertTrue(silent.isConnected());
        }
    }

    @Test
    void whatIsNoNameOfAPortIsRefused() {
        for (String text : new String[] {null, "", "jmpi:", "jmpi:here", "jmpi:127.0.0.1:1/99999999999", "x/1"}) {
            CommException refusal = assertThrows(CommException.class, () -> Port.Location.parse(text));
            assertEquals(ErrorClass.PORT, refusal.errorClass());
            assertTrue(refusal.getMessage().contains(String.valueOf(text)), refusal.getMessage());
        }
    }
}
