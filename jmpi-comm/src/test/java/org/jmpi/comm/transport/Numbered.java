package org.jmpi.comm.transport;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** A frame all of whose words and bytes follow from its number, which is not 0. */
final class Numbered extends Frame implements Source {
    private final int length;
    final AtomicInteger sent = new AtomicInteger();
    final AtomicInteger failed = new AtomicInteger();

    Numbered(long number, int length) {
        this.length = length;
        word0 = number;
        word1 = ~number;
        word2 = length;
        word3 = -number;
    }

    static byte at(long number, long position) {
        return (byte) (number * 37 + position + 1);
    }

    @Override
    public Source payload() {
        return length == 0 ? null : this;
    }

    @Override
    public long bytes() {
        return length;
    }

    @Override
    public void pack(long position, ByteBuffer target) {
        for (long at = position; at < length && target.hasRemaining(); at++) target.put(at(word0, at));
    }

    @Override
    public void sent() {
        sent.incrementAndGet();
    }

    @Override
    public void failed(Throwable cause) {
        failed.incrementAndGet();
    }
}
