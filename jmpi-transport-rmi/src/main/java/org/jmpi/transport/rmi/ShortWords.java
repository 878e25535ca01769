package org.jmpi.transport.rmi;

import java.nio.ByteBuffer;

/**
 * Envelopes without the bytes that are zero at the upper end of each word.
 *
 * <pre>
 *   0          2        2 + n0   + n1     + n2     + n3
 *   +----------+--------+--------+--------+--------+
 *   | n0 .. n3 | word0  | word1  | word2  | word3  |      n0 in the lowest 4 bits, each from 0 to 8
 *   +----------+--------+--------+--------+--------+
 * </pre>
 */
final class ShortWords implements Envelopes {
    private static final int COUNT_BITS = 4;
    private static final int COUNT_MASK = 0xF;

    @Override
    public void write(long word0, long word1, long word2, long word3, ByteBuffer out) {
        int counts = bytes(word0)
                | bytes(word1) << COUNT_BITS
                | bytes(word2) << 2 * COUNT_BITS
                | bytes(word3) << 3 * COUNT_BITS;
        out.putShort((short) counts);
        put(word0, out);
        put(word1, out);
        put(word2, out);
        put(word3, out);
    }

    private static int bytes(long word) {
        return (Long.SIZE - Long.numberOfLeadingZeros(word) + Byte.SIZE - 1) / Byte.SIZE;
    }

    private static void put(long word, ByteBuffer out) {
        for (long rest = word; rest != 0; rest >>>= Byte.SIZE) out.put((byte) rest);
    }

    @Override
    public void read(ByteBuffer in, long[] words) {
        int counts = in.getShort();
        for (int i = 0; i < words.length; i++) {
            words[i] = get(counts & COUNT_MASK, in);
            counts >>= COUNT_BITS;
        }
    }

    private static long get(int bytes, ByteBuffer in) {
        if (bytes > Long.BYTES) throw new IllegalStateException("a word of " + bytes + " bytes in an envelope");
        long word = 0;
        for (int i = 0; i < bytes; i++) word |= (in.get() & 0xFFL) << i * Byte.SIZE;
        return word;
    }
}
