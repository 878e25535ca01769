package org.jmpi.comm.transport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A payload in native memory, both ways; it counts the bytes that a transport copies. */
public final class NativeBytes {
    /** The memory has pieces of so many bytes. */
    public static final int PIECE = 300_000;

    private static final int AROUND = 3;

    private NativeBytes() {}

    private static ByteBuffer view(ByteBuffer memory, long position, int length, LastView views) {
        int end = (int) Math.min(length, (position / PIECE + 1) * PIECE);
        return views.duplicate(memory).limit(AROUND + end).position(AROUND + (int) position);
    }

    public static final class Out implements Source {
        private final byte[] bytes;
        private final ByteBuffer memory;
        private final AtomicLong packed = new AtomicLong();

        public Out(byte[] bytes) {
            this.bytes = bytes;
            memory = ByteBuffer.allocateDirect(bytes.length + 2 * AROUND).put(AROUND, bytes);
        }

        /** The bytes that have been packed up to now. */
        public long packed() {
            return packed.get();
        }

        @Override
        public long bytes() {
            return bytes.length;
        }

        @Override
        public void pack(long position, ByteBuffer target) {
            int count = (int) Math.min(target.remaining(), bytes.length - position);
            target.put(bytes, (int) position, count);
            packed.addAndGet(count);
        }

        @Override
        public ByteBuffer memory(long position, LastView views) {
            return view(memory, position, bytes.length, views);
        }
    }

    public static final class In implements Sink {
        private final int length;
        private final ByteBuffer memory;
        private final AtomicLong unpacked;
        private final Consumer<byte[]> onEnd;

        /** @param unpacked counts the bytes that are unpacked */
        public In(int length, AtomicLong unpacked, Consumer<byte[]> onEnd) {
            this.length = length;
            this.unpacked = unpacked;
            this.onEnd = onEnd;
            memory = ByteBuffer.allocateDirect(length + 2 * AROUND);
        }

        @Override
        public long bytes() {
            return length;
        }

        @Override
        public void unpack(long position, ByteBuffer chunk) {
            unpacked.addAndGet(chunk.remaining());
            memory.duplicate().position(AROUND + (int) position).put(chunk);
        }

        @Override
        public ByteBuffer room(long position, LastView views) {
            return view(memory, position, length, views);
        }

        @Override
        public void take(Source source) {
            byte[] all = new byte[length];
            source.pack(0, ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN));
            unpack(0, ByteBuffer.wrap(all));
        }

        @Override
        public void end() {
            for (int i = 0; i < AROUND; i++)
                if ((memory.get(i) | memory.get(AROUND + length + i)) != 0)
                    throw new AssertionError("bytes around a payload of " + length);
            byte[] all = new byte[length];
            memory.get(AROUND, all);
            onEnd.accept(all);
        }
    }
}
