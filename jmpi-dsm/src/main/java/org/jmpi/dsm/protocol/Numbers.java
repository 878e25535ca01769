package org.jmpi.dsm.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A payload that grows while it is written, in little-endian order. */
final class Numbers {
    private ByteBuffer bytes;

    Numbers() {
        bytes = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void grow(int more) {
        if (bytes.remaining() >= more) return;
        int twice = (int) Math.min(Integer.MAX_VALUE - 8, 2L * bytes.capacity());
        int capacity = Math.max(Math.addExact(bytes.position(), more), twice);
        bytes = ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN).put(bytes.flip());
    }

    Numbers add(int... numbers) {
        grow(Integer.BYTES * numbers.length);
        for (int number : numbers) bytes.putInt(number);
        return this;
    }

    Numbers add(ByteBuffer source, int offset, int length) {
        grow(length);
        bytes.put(bytes.position(), source, offset, length);
        bytes.position(bytes.position() + length);
        return this;
    }

    Numbers add(byte[] source) {
        grow(source.length);
        bytes.put(source);
        return this;
    }

    ByteBuffer done() {
        return bytes.flip();
    }

    static ByteBuffer of(int... numbers) {
        return new Numbers().add(numbers).done();
    }

    static int[] clock(ByteBuffer payload, int size) {
        int[] clock = new int[size];
        for (int i = 0; i < size; i++) clock[i] = payload.getInt();
        return clock;
    }
}
