package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/** A payload over an array, both ways; notices when a transport does not ask for its bytes in order. */
public final class Bytes {
    private Bytes() {}

    /** Returns bytes that differ from place to place and from seed to seed. */
    public static byte[] pattern(int length, long seed) {
        byte[] bytes = new byte[length];
        long state = seed * 0x9E3779B97F4A7C15L + 1;
        for (int i = 0; i < length; i++) {
            state = state * 6364136223846793005L + 1442695040888963407L;
            bytes[i] = (byte) (state >>> 56);
        }
        return bytes;
    }

    /** Checks that two arrays have the same bytes: JUnit's loop takes seconds for some hundred megabytes. */
    public static void assertSame(byte[] expected, byte[] actual) {
        if (!Arrays.equals(expected, actual)) assertArrayEquals(expected, actual);
    }

    public static final class Out implements Source {
        private final byte[] bytes;
        private final AtomicLong packed = new AtomicLong();

        Out(byte[] bytes) {
            this.bytes = bytes;
        }

        /** The bytes that were asked for up to now. */
        long packed() {
            return packed.get();
        }

        @Override
        public long bytes() {
            return bytes.length;
        }

        @Override
        public void pack(long position, ByteBuffer target) {
            if (target.order() != ByteOrder.LITTLE_ENDIAN) throw new AssertionError("the target is not little-endian");
            int count = (int) Math.min(target.remaining(), bytes.length - position);
            target.put(bytes, (int) position, count);
            packed.addAndGet(count);
        }
    }

    public static final class In implements Sink {
        private final byte[] bytes;
        private final Runnable onEnd;
        private long expected;
        private boolean ended;

        public In(int length, java.util.function.Consumer<byte[]> onEnd) {
            this.bytes = new byte[length];
            this.onEnd = () -> onEnd.accept(bytes);
        }

        @Override
        public long bytes() {
            return bytes.length;
        }

        @Override
        public void unpack(long position, ByteBuffer chunk) {
            if (chunk.order() != ByteOrder.LITTLE_ENDIAN) throw new AssertionError("the chunk is not little-endian");
            if (ended || position != expected)
                throw new AssertionError("chunk at " + position + " where " + expected + " was due, ended: " + ended);
            expected += chunk.remaining();
            chunk.get(bytes, (int) position, chunk.remaining());
        }

        @Override
        public void take(Source source) {
            source.pack(0, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
            expected = bytes.length;
        }

        @Override
        public void end() {
            if (ended || expected != bytes.length)
                throw new AssertionError("ended at " + expected + " of " + bytes.length + ", before: " + ended);
            ended = true;
            onEnd.run();
        }
    }
}
