package org.jmpi.transport.rmi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.rmi.RemoteException;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.datatype.EncodedOutput;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectCodecs;
import org.jmpi.comm.datatype.ProgramClasses;
import org.jmpi.comm.transport.Bytes;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Letter;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.TestRank;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What travels, and how much of it. */
@Timeout(120)
class WireTest {
    private static final int MESSAGES = 500;

    // ---- Bytes on the wire ----

    @Test
    void aMessageOfOneByteCostsAtMost120BytesByRmi() throws Exception {
        assertCost(new RmiTransportProvider(), 120);
    }

    @Test
    void aMessageOfOneByteCostsAtMost60BytesByRmiWithKryo() throws Exception {
        assertCost(new RmiKryoTransportProvider(), 60);
    }

    private static void assertCost(TransportProvider provider, int most) throws Exception {
        double each = cost(provider, new byte[] {1});
        assertTrue(each <= most, () -> each + " bytes for a message of one byte");
        assertTrue(each > most / 4.0, () -> "not counted: " + each);
    }

    private record Particle(int number, double mass, String name) implements Serializable {}

    @Test
    void anObjectCostsAtMostHalfByRmiWithKryo() throws Exception {
        double java = costOfObject(new RmiTransportProvider());
        double kryo = costOfObject(new RmiKryoTransportProvider());
        assertTrue(2 * kryo <= java, () -> kryo + " bytes for an object, " + java + " by Java serialisation");
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
                Relay relay = new Relay(second.address())) {
            zero.open(first);
            one.open(second);
            zero.connect(new PeerAddress[] {null, relay.address()});
            one.connect(new PeerAddress[] {first.address(), null});
            exchange(zero, one, payload, 100);
            long before = relay.in() + relay.out();
            exchange(zero, one, payload, MESSAGES);
            return (relay.in() + relay.out() - before) / (double) MESSAGES;
        }
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

    // ---- Envelopes ----

    @Test
    void shortWordsAreReadAsTheyWereWritten() {
        assertReadAsWritten(new ShortWords());
    }

    @Test
    void kryosWordsAreReadAsTheyWereWritten() {
        assertReadAsWritten(new KryoWords());
    }

    private static void assertReadAsWritten(Envelopes envelopes) {
        Random random = new Random(5);
        ByteBuffer buffer = BatchLayout.allocate(3 + Envelopes.MOST_BYTES);
        for (int i = 0; i < 1000; i++) {
            long[] words = random.longs(4)
                    .map(word -> word >> random.nextInt(Long.SIZE))
                    .toArray();
            buffer.clear().position(3);
            envelopes.write(words[0], words[1], words[2], words[3], buffer);
            int end = buffer.position();
            long[] read = new long[4];
            buffer.flip().position(3);
            envelopes.read(buffer, read);
            assertArrayEquals(words, read);
            assertEquals(end, buffer.position());
        }
    }

    @Test
    void envelopesThatAreNoneAreRefused() {
        for (Envelopes envelopes : new Envelopes[] {new ShortWords(), new KryoWords()})
            assertThrows(RuntimeException.class, () -> envelopes.read(BatchLayout.wrap(new byte[1]), new long[4]));
        byte[] counts = new byte[100];
        counts[0] = 9;
        assertThrows(IllegalStateException.class, () -> new ShortWords().read(BatchLayout.wrap(counts), new long[4]));
    }

    @Test
    void theDepartureIsToldFromEveryFrame() {
        Frame departure = new Batch.Departure();
        assertTrue(BatchLayout.isDeparture(
                new long[] {departure.word0, departure.word1, departure.word2, departure.word3}));
        assertTrue(!BatchLayout.isDeparture(new long[] {-1, -1, -1, -2}));
    }

    // ---- Batches ----

    @Test
    void shortBatchesAreTheEndOfTheirWords() throws Exception {
        ByteBuffer batch = BatchLayout.ofWords(10, 0, 0, 0x0102, 0x03040506_0708090AL);
        byte[] bytes = new byte[10];
        batch.get(bytes);
        assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, bytes);
        assertThrows(RemoteException.class, () -> BatchLayout.ofWords(33, 0, 0, 0, 0));
        assertThrows(RemoteException.class, () -> BatchLayout.ofWords(-1, 0, 0, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 20, 21, 31, 32, 33, 39, 40, 50, 52, 53, 60, 64, 65, 200})
    void batchesOfEachLengthArriveAsTheyWere(int length) throws Exception {
        for (TransportProvider provider :
                new TransportProvider[] {new RmiTransportProvider(), new RmiKryoTransportProvider()})
            assertTrue(cost(provider, Bytes.pattern(length, 5)) > length);
    }
}
