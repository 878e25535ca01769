package org.jmpi.transport.socket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jmpi.comm.transport.Bytes;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.LastView;
import org.jmpi.comm.transport.Letter;
import org.jmpi.comm.transport.NativeBytes;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.transport.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Frames from a network that gives as many bytes to each read as the test lets it. */
@Timeout(60)
class InboundTest implements FrameHandler {
    private static final int CAPACITY = 128 << 10;
    private static final int READ_AHEAD = 72 << 10;
    private static final int LONG_BYTES = 10 * FrameLayout.LEAST_UNCOPIED + 5;
    private static final int SEEDS = 60;
    private static final int LETTERS = 30;

    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final Network network = new Network();
    private final AtomicLong unpacked = new AtomicLong();
    private final List<byte[]> arrived = new ArrayList<>();

    /** For each frame in order, whether its sink is in native memory. */
    private final List<Boolean> natively = new ArrayList<>();

    private int headers;
    private boolean givenUp;
    private Inbound inbound;

    /** What comes, and how much of it the next read gets at most. */
    private static final class Network implements ConnectionChannel {
        private ByteBuffer stream;
        private int most;

        /** Whether an access to the memory of a payload fails. */
        private boolean inaccessible;

        @Override
        public int read(ByteBuffer target) {
            if (inaccessible && target.capacity() != CAPACITY) throw new IllegalStateException("Already closed");
            int bytes = Math.min(Math.min(most, stream.remaining()), target.remaining());
            target.put(stream.slice(stream.position(), bytes));
            stream.position(stream.position() + bytes);
            most -= bytes;
            return bytes;
        }

        @Override
        public boolean isClear() {
            return true;
        }

        @Override
        public boolean write(ByteBuffer source) {
            throw new UnsupportedOperationException("only read");
        }

        @Override
        public void shutdownOutput() {
            throw new UnsupportedOperationException("only read");
        }

        @Override
        public SocketChannel socket() {
            throw new UnsupportedOperationException("only read");
        }
    }

    /** A sink in native memory that gives its memory away until the receive is given up. */
    private final class Receive implements Sink {
        private final NativeBytes.In in;

        Receive(int length) {
            in = new NativeBytes.In(length, unpacked, arrived::add);
        }

        @Override
        public long bytes() {
            return in.bytes();
        }

        @Override
        public void unpack(long position, ByteBuffer chunk) {
            in.unpack(position, chunk);
        }

        @Override
        public ByteBuffer room(long position, LastView views) {
            return givenUp ? null : in.room(position, views);
        }

        @Override
        public void take(Source source) {
            in.take(source);
        }

        @Override
        public void end() {
            in.end();
        }
    }

    @Override
    public Sink onFrame(int peer, long word0, long word1, long word2, long word3) {
        int number = headers++;
        assertEquals(number, word2);
        if (word1 > 0) return natively.get(number) ? new Receive((int) word1) : new Bytes.In((int) word1, arrived::add);
        arrived.add(new byte[0]);
        return null;
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
        // the test reads
    }

    private void send(int length, boolean toNativeMemory) {
        int number = natively.size();
        natively.add(toNativeMemory);
        ByteBuffer header = ByteBuffer.allocate(Frame.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        FrameLayout.putHeader(Letter.of(number, length), header);
        sent.writeBytes(header.array());
        sent.writeBytes(Bytes.pattern(length, number));
    }

    private void open() {
        network.stream = ByteBuffer.wrap(sent.toByteArray());
        inbound = new Inbound(1, this, (asked, from) -> {}, network, CAPACITY, ByteBuffer.allocate(0));
    }

    private void read(int most) throws IOException {
        network.most = most;
        inbound.read();
    }

    private void readAll() throws IOException {
        while (network.stream.hasRemaining()) read(Integer.MAX_VALUE);
    }

    private void assertAllArrived() {
        assertEquals(natively.size(), arrived.size());
        for (int i = 0; i < arrived.size(); i++)
            assertArrayEquals(Bytes.pattern(arrived.get(i).length, i), arrived.get(i));
        assertEquals(
                sent.size(),
                arrived.stream().mapToInt(bytes -> bytes.length).sum() + Frame.HEADER_BYTES * arrived.size());
    }

    @Test
    void ofALongPayloadOnlyWhatComesWithTheHeaderIsCopied() throws Exception {
        for (int i = 0; i < 3; i++) send(LONG_BYTES, true);
        open();
        readAll();
        assertAllArrived();
        assertTrue(unpacked.get() <= 3 * READ_AHEAD, () -> unpacked + " bytes copied");
    }

    @Test
    void aShortPayloadIsUnpacked() throws Exception {
        send(FrameLayout.LEAST_UNCOPIED - 1, true);
        open();
        readAll();
        assertAllArrived();
        assertEquals(FrameLayout.LEAST_UNCOPIED - 1, unpacked.get());
    }

    @Test
    void anyPartialReadGoesOnWhereItEnded() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) new InboundTest().receivesByPartialReads(new Random(seed));
    }

    private void receivesByPartialReads(Random random) throws Exception {
        for (int i = 0; i < LETTERS; i++)
            send(random.nextInt(random.nextBoolean() ? 100 : 5 * FrameLayout.LEAST_UNCOPIED), random.nextBoolean());
        open();
        while (network.stream.hasRemaining()) {
            givenUp = random.nextInt(10) == 0;
            network.inaccessible = random.nextInt(10) == 0;
            read(1 + random.nextInt(random.nextBoolean() ? 100 : 3 * FrameLayout.LEAST_UNCOPIED));
        }
        assertAllArrived();
    }

    @Test
    void theRestIsUnpackedOnceItsMemoryIsInaccessible() throws Exception {
        send(LONG_BYTES, true);
        send(LONG_BYTES, true);
        open();
        int straight = 50_001;
        read(Frame.HEADER_BYTES);
        read(straight);
        assertEquals(0, unpacked.get());
        network.inaccessible = true;
        read(100);
        network.inaccessible = false;
        readAll();
        assertAllArrived();
        assertTrue(unpacked.get() >= LONG_BYTES - straight, () -> unpacked + " bytes unpacked");
        assertTrue(unpacked.get() <= LONG_BYTES - straight + READ_AHEAD, () -> unpacked + " bytes unpacked");
    }
}
