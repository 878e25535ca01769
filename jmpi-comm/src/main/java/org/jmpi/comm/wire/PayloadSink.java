package org.jmpi.comm.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.transport.Source;

/** Collects a payload, then gives it away. */
public final class PayloadSink implements Sink {
    private final byte[] payload;
    private final Consumer<ByteBuffer> taken;

    private PayloadSink(int bytes, Consumer<ByteBuffer> taken) {
        this.payload = new byte[bytes];
        this.taken = taken;
    }

    /**
     * {@return a sink of a payload; null if there is no payload, and then the consumer has been called}
     *
     * @param bytes its length, not negative
     * @param taken called with the payload, by the thread that moves its last byte
     */
    public static Sink of(int bytes, Consumer<ByteBuffer> taken) {
        if (bytes > 0) return new PayloadSink(bytes, taken);
        taken.accept(ByteBuffer.allocate(0));
        return null;
    }

    @Override
    public long bytes() {
        return payload.length;
    }

    @Override
    public void unpack(long position, ByteBuffer chunk) {
        chunk.get(payload, (int) position, chunk.remaining());
    }

    @Override
    public void take(Source source) {
        source.pack(0, ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN));
    }

    @Override
    public void end() {
        taken.accept(ByteBuffer.wrap(payload));
    }
}
