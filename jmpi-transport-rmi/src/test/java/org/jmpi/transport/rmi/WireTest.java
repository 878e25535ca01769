package org.jmpi.transport.rmi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.datatype.EncodedOutput;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectCodecs;
import org.jmpi.comm.datatype.ProgramClasses;
import org.jmpi.comm.transport.ByteRelay;
import org.jmpi.comm.transport.Letter;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.TestRank;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What travels, and how much of it. */
@Timeout(120)
class WireTest {
    private static final int MESSAGES = 500;

    // ---- Bytes on the wire ----

    @Test
    void aMessageOfOneByteCostsAtMost150Bytes() throws Exception {
        double each = cost(new RmiTransportProvider(), new byte[] {1});
        assertTrue(each <= 150, () -> each + " bytes for a message of one byte");
        assertTrue(each > 50, () -> "not counted: " + each);
    }

    private record Particle(int number, double mass, String name) implements Serializable {}

    @Test
    void anObjectCostsLessByRmiWithKryo() throws Exception {
        double java = costOfObject(new RmiTransportProvider());
        double kryo = costOfObject(new RmiKryoTransportProvider());
        assertTrue(kryo + 50 <= java, () -> kryo + " bytes for an object, " + java + " by Java serialisation");
    }

    /** Counts what an object takes in the codec that goes with a transport. */
    private static double costOfObject(TransportProvider provider) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("jmpi.object.codec", provider.objectCodec());
        ObjectCodec codec = ObjectCodecs.open(JmpiConfig.load(properties, Map.of()), new ProgramClasses());
        assertEquals(provider.objectCodec(), codec.name());
        Encoded encoded = new Encoded();
        codec.encode(new Object[] {new Particle(1, 2.5, "electron")}, 0, 1, encoded);
        return cost(provider, encoded.bytes.toByteArray());
    }

    private static final class Encoded extends EncodedOutput {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void write(int oneByte) {
            bytes.write(oneByte);
        }

        @Override
        public void restart() {
            bytes.reset();
        }
    }

    /** Counts the bytes of a message in both directions, the result of the call included, in the steady state. */
    private static double cost(TransportProvider provider, byte[] payload) throws Exception {
        JobSecret secret = JobSecret.create();
        TestRank zero = new TestRank(0, 2);
        TestRank one = new TestRank(1, 2);
        try (Transport first = provider.open(TestWorld.site(0, 2, secret), zero);
                Transport second = provider.open(TestWorld.site(1, 2, secret), one);
                ByteRelay relay =
                        ByteRelay.faithful(address(second).socketAddresses().get(0))) {
            zero.open(first);
            one.open(second);
            RmiAddress relayed = RmiAddress.of(List.of(relay.address()), 1);
            zero.connect(new PeerAddress[] {
                null, new PeerAddress(second.address().transport(), "localhost", relayed.toString())
            });
            one.connect(new PeerAddress[] {first.address(), null});
            exchange(zero, one, payload, 100);
            int before = relay.seen().length;
            exchange(zero, one, payload, MESSAGES);
            return (relay.seen().length - before) / (double) MESSAGES;
        }
    }

    private static RmiAddress address(Transport transport) {
        return RmiAddress.parse(transport.address().location());
    }

    /** Sends what a program sends that counts with tag 7, one by one. */
    private static void exchange(TestRank from, TestRank to, byte[] payload, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            Letter letter = new Letter(0x0400, 0, payload);
            letter.word2 = 7L << Integer.SIZE;
            letter.word3 = i & 1;
            from.to(1).send(letter);
            TestRank.Arrival arrival = to.nextArrival(0);
            assertEquals(letter.word2, arrival.number());
            assertArrayEquals(payload, arrival.payload());
        }
    }
}
