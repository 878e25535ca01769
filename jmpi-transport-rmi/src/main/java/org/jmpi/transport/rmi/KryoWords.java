package org.jmpi.transport.rmi;

import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.nio.ByteBuffer;

/**
 * Envelopes in Kryo's format of numbers: each word as its lower and its upper half, in one to five bytes each.
 *
 * <pre>
 *   +-------------+-------------+-------------+-------------+- - -+-------------+
 *   | word0 lower | word0 upper | word1 lower | word1 upper |     | word3 upper |
 *   +-------------+-------------+-------------+-------------+- - -+-------------+
 * </pre>
 */
final class KryoWords implements Envelopes {
    private final Output output = new Output(0);
    private final Input input = new Input(new byte[0]);

    @Override
    public void write(long word0, long word1, long word2, long word3, ByteBuffer out) {
        if (output.getBuffer() != out.array()) output.setBuffer(out.array(), out.array().length);
        output.setPosition(out.position());
        write(word0);
        write(word1);
        write(word2);
        write(word3);
        out.position(output.position());
    }

    private void write(long word) {
        output.writeVarInt((int) word, true);
        output.writeVarInt((int) (word >>> Integer.SIZE), true);
    }

    @Override
    public void read(ByteBuffer in, long[] words) {
        input.setBuffer(in.array(), in.position(), in.remaining());
        for (int i = 0; i < words.length; i++) {
            long lower = Integer.toUnsignedLong(input.readVarInt(true));
            words[i] = lower | (long) input.readVarInt(true) << Integer.SIZE;
        }
        in.position(input.position());
    }
}
