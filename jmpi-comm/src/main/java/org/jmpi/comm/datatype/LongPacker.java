package org.jmpi.comm.datatype;

import java.nio.ByteBuffer;

/** Elements of {@code long[]}. */
final class LongPacker extends Packer {
    @Override
    void pack(Object array, int index, int count, ByteBuffer target) {
        long[] elements = (long[]) array;
        if (count <= FEW) {
            for (int i = index; i < index + count; i++) target.putLong(elements[i]);
        } else {
            target.asLongBuffer().put(elements, index, count);
            target.position(target.position() + count * Long.BYTES);
        }
    }

    @Override
    void unpack(ByteBuffer source, Object array, int index, int count) {
        long[] elements = (long[]) array;
        if (count <= FEW) {
            for (int i = index; i < index + count; i++) elements[i] = source.getLong();
        } else {
            source.asLongBuffer().get(elements, index, count);
            source.position(source.position() + count * Long.BYTES);
        }
    }

    @Override
    void packRuns(Object array, int start, Runs runs, int first, int end, ByteBuffer target) {
        long[] elements = (long[]) array;
        int[] displacements = runs.displacements;
        if (runs.areSingle()) {
            int at = target.position();
            for (int run = first; run < end; run++, at += Long.BYTES)
                target.putLong(at, elements[start + displacements[run]]);
            target.position(at);
        } else
            for (int run = first; run < end; run++)
                pack(elements, start + displacements[run], runs.length(run), target);
    }

    @Override
    void unpackRuns(ByteBuffer source, Object array, int start, Runs runs, int first, int end) {
        long[] elements = (long[]) array;
        int[] displacements = runs.displacements;
        if (runs.areSingle()) {
            int at = source.position();
            for (int run = first; run < end; run++, at += Long.BYTES)
                elements[start + displacements[run]] = source.getLong(at);
            source.position(at);
        } else
            for (int run = first; run < end; run++)
                unpack(source, elements, start + displacements[run], runs.length(run));
    }

    @Override
    long bits(Object array, int index) {
        return ((long[]) array)[index];
    }

    @Override
    void setBits(Object array, int index, long bits) {
        ((long[]) array)[index] = bits;
    }
}
