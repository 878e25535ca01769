package org.jmpi.transport.socket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jmpi.comm.transport.Bytes;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Letter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Frames to a network that takes as many bytes of each write as the test lets it. */
@Timeout(60)
class OutboundTest {
    private static final int CAPACITY = 100_000;
    private static final int LONG_BYTES = 3 * FrameLayout.LEAST_UNCOPIED + 5;
    private static final int SEEDS = 60;
    private static final int LETTERS = 30;

    private final Network network = new Network();
    private final Listener listener = new Listener();
    private final Outbound outbound = new Outbound(CAPACITY, listener);
    private final ByteArrayOutputStream expected = new ByteArrayOutputStream();

    private static final class Listener implements Outbound.Owner {
        private boolean pending;
        private Throwable cause;

        @Override
        public void connectionWanted() {
            // the test attaches the connection
        }

        @Override
        public void pending(boolean now) {
            pending = now;
        }

        @Override
        public void broken(Throwable failure) {
            cause = failure;
        }
    }

    /** The bytes that have been taken, and how many more the network takes. */
    private static final class Network implements ConnectionChannel {
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private int room;

        /** Whether an access to the memory of a payload fails. */
        private boolean inaccessible;

        @Override
        public boolean write(ByteBuffer source) {
            if (inaccessible && source.capacity() != CAPACITY) throw new IllegalStateException("Already closed");
            byte[] bytes = new byte[Math.min(room, source.remaining())];
            source.get(bytes);
            taken.writeBytes(bytes);
            room -= bytes.length;
            return !source.hasRemaining();
        }

        @Override
        public boolean isClear() {
            return true;
        }

        @Override
        public int read(ByteBuffer target) {
            throw new UnsupportedOperationException("only written");
        }

        @Override
        public void shutdownOutput() {
            throw new UnsupportedOperationException("only written");
        }

        @Override
        public SocketChannel socket() {
            throw new UnsupportedOperationException("only written");
        }
    }

    private Letter send(Letter letter) {
        ByteBuffer header = ByteBuffer.allocate(Frame.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        FrameLayout.putHeader(letter, header);
        expected.writeBytes(header.array());
        expected.writeBytes(Bytes.pattern((int) letter.word1, letter.word2));
        outbound.send(letter);
        return letter;
    }

    private void flush(int bytes) {
        network.room = bytes;
        outbound.flush();
    }

    private void assertAllTaken() {
        assertNull(listener.cause);
        assertTrue(outbound.isIdle());
        assertFalse(listener.pending);
        assertArrayEquals(expected.toByteArray(), network.taken.toByteArray());
    }

    @Test
    void aLongPayloadInNativeMemoryIsNotPacked() {
        outbound.attach(network);
        network.room = Integer.MAX_VALUE;
        Letter before = send(Letter.of(1, 1000));
        Letter letter = send(Letter.ofNative(2, LONG_BYTES));
        Letter shorter = send(Letter.ofNative(3, FrameLayout.LEAST_UNCOPIED - 1));
        assertAllTaken();
        assertEquals(1000, before.packed());
        assertEquals(0, letter.packed());
        assertEquals(FrameLayout.LEAST_UNCOPIED - 1, shorter.packed());
    }

    @Test
    void aFrameIsSentOnceTheNetworkHasItsMemory() {
        outbound.attach(network);
        Letter before = send(Letter.of(1, 1000));
        assertTrue(before.isDone(), "it is packed, so that its memory may change");
        Letter letter = send(Letter.ofNative(2, LONG_BYTES));
        Letter behind = send(Letter.of(3, 10));
        assertTrue(listener.pending);
        for (int end : new int[] {10, 1032, 1040, 1064, 1065, 1064 + LONG_BYTES - 1}) {
            flush(end - network.taken.size());
            assertEquals(end, network.taken.size());
            assertFalse(letter.isDone());
            assertFalse(behind.isDone());
        }
        flush(1);
        assertTrue(letter.isDone());
        assertTrue(behind.isDone());
        flush(100);
        assertAllTaken();
        assertEquals(0, letter.packed());
    }

    @Test
    void anyPartialWriteGoesOnWhereItEnded() {
        for (int seed = 0; seed < SEEDS; seed++) new OutboundTest().sendsByPartialWrites(new Random(seed));
    }

    private void sendsByPartialWrites(Random random) {
        List<Letter> letters = new ArrayList<>();
        outbound.attach(network);
        while (letters.size() < LETTERS || !outbound.isIdle()) {
            if (letters.size() < LETTERS && random.nextInt(3) > 0) {
                int length = random.nextInt(random.nextBoolean() ? 100 : 5 * FrameLayout.LEAST_UNCOPIED);
                letters.add(send(
                        random.nextBoolean()
                                ? Letter.ofNative(letters.size(), length)
                                : Letter.of(letters.size(), length)));
            } else flush(random.nextInt(random.nextBoolean() ? 100 : 3 * FrameLayout.LEAST_UNCOPIED));
        }
        assertAllTaken();
        for (Letter letter : letters) assertEquals(1, letter.answers());
    }

    @Test
    void theRestIsPackedOnceItsMemoryIsInaccessible() {
        outbound.attach(network);
        Letter letter = send(Letter.ofNative(1, LONG_BYTES));
        Letter behind = send(Letter.ofNative(2, LONG_BYTES));
        int written = 70_001;
        flush(Frame.HEADER_BYTES + written);
        network.inaccessible = true;
        flush(100);
        network.inaccessible = false;
        flush(Integer.MAX_VALUE);
        assertAllTaken();
        assertEquals(LONG_BYTES - written, letter.packed());
        assertEquals(0, behind.packed());
        assertEquals(1, letter.answers());
    }

    @Test
    void aFrameWhoseMemoryIsBeingWrittenFailsOnce() {
        outbound.attach(network);
        Letter letter = send(Letter.ofNative(1, LONG_BYTES));
        flush(Frame.HEADER_BYTES + 1);
        outbound.fail(new IOException("lost"));
        assertEquals(1, letter.answers());
        flush(Integer.MAX_VALUE);
        assertEquals(Frame.HEADER_BYTES + 1, network.taken.size(), "its memory is the program's again");
    }
}
