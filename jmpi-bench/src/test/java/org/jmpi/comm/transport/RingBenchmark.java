package org.jmpi.comm.transport;

import java.nio.ByteBuffer;
import org.jmpi.bench.MicroBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * A frame through a ring, written and read by one thread: what a message costs without the way between two cores.
 */
public class RingBenchmark extends MicroBenchmark {
    private static final int CELLS = 256;
    private static final int BULK_BYTES = 128 << 10;

    /** Bytes of payload: one that lies in the frame's cell, one that lies in the bulk bytes. */
    @Param({"8", "4096"})
    private int bytes;

    private final byte[] sent = new byte[4096];
    private final byte[] received = new byte[4096];

    private final RingMemory ring =
            new RingMemory(ByteBuffer.allocateDirect(RingMemory.bytes(CELLS, BULK_BYTES)), CELLS, BULK_BYTES, false);
    private final RingWriter writer = new RingWriter(ring, Integer.MAX_VALUE);
    private final RingReader reader = new RingReader(0, ring, new Copy());
    private final Frame frame = new Copied();

    private final class Copied extends Frame implements Source {
        @Override
        public Source payload() {
            return this;
        }

        @Override
        public long bytes() {
            return bytes;
        }

        @Override
        public void pack(long position, ByteBuffer target) {
            target.put(sent, (int) position, (int) Math.min(target.remaining(), bytes - position));
        }

        @Override
        public void sent() {}

        @Override
        public void failed(Throwable cause) {}
    }

    private final class Copy implements FrameHandler, Sink {
        @Override
        public Sink onFrame(int peer, long word0, long word1, long word2, long word3) {
            return this;
        }

        @Override
        public long bytes() {
            return bytes;
        }

        @Override
        public void unpack(long position, ByteBuffer chunk) {
            chunk.get(received, (int) position, chunk.remaining());
        }

        @Override
        public void take(Source source) {
            source.pack(0, ByteBuffer.wrap(received));
        }

        @Override
        public void end() {}

        @Override
        public void onPeerLost(int peer, Throwable cause) {}

        @Override
        public void onPeerDeparted(int peer) {}

        @Override
        public void onWork() {}
    }

    @Benchmark
    public byte[] writeAndRead() {
        if (!writer.write(frame) || !reader.poll()) throw new IllegalStateException(writer + "; " + reader);
        return received;
    }

    /** What a thread does that waits. */
    @Benchmark
    public boolean lookAtAnEmptyRing() {
        return reader.poll();
    }
}
