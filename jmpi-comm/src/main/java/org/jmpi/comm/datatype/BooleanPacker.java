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
    void packRuns(Object array, int start, Runs runs, int first, int end, ByteBuffer target) {
        for (int run = first; run < end; run++) pack(array, start + runs.displacements[run], runs.length(run), target);
    }

    @Override
    void unpackRuns(ByteBuffer source, Object array, int start, Runs runs, int first, int end) {
        for (int run = first; run < end; run++)
            unpack(source, array, start + runs.displacements[run], runs.length(run));
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
