package org.jmpi.comm.datatype;

import java.nio.ByteBuffer;

/** Elements of {@code boolean[]}: 0 or 1. */
final class BooleanPacker extends Packer {
    @Override
    void pack(Object array, int index, int count, ByteBuffer target) {
        boolean[] elements = (boolean[]) array;
        for (int i = index; i < index + count; i++) target.put((byte) (elements[i] ? 1 : 0));
    }

    @Override
    void unpack(ByteBuffer source, Object array, int index, int count) {
        boolean[] elements = (boolean[]) array;
        for (int i = index; i < index + count; i++) elements[i] = source.get() != 0;
    }

    @Override
    long bits(Object array, int index) {
        return ((boolean[]) array)[index] ? 1 : 0;
    }

    @Override
    void setBits(Object array, int index, long bits) {
        ((boolean[]) array)[index] = bits != 0;
    }
}
