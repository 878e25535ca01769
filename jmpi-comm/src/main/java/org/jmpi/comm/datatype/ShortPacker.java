package org.jmpi.comm.datatype;

import java.nio.ByteBuffer;

/** Elements of {@code short[]}. */
final class ShortPacker extends Packer {
    @Override
    void pack(Object array, int index, int count, ByteBuffer target) {
        short[] elements = (short[]) array;
        if (count <= FEW) {
            for (int i = index; i < index + count; i++) target.putShort(elements[i]);
        } else {
            target.asShortBuffer().put(elements, index, count);
            target.position(target.position() + count * Short.BYTES);
        }
    }

    @Override
    void unpack(ByteBuffer source, Object array, int index, int count) {
        short[] elements = (short[]) array;
        if (count <= FEW) {
            for (int i = index; i < index + count; i++) elements[i] = source.getShort();
        } else {
            source.asShortBuffer().get(elements, index, count);
            source.position(source.position() + count * Short.BYTES);
        }
    }

    @Override
    void packRuns(Object array, int start, Runs runs, int first, int end, ByteBuffer target) {
        short[] elements = (short[]) array;
        int[] displacements = runs.displacements;
        if (runs.areSingle()) {
            int at = target.position();
            for (int run = first; run < end; run++, at += Short.BYTES)
                target.putShort(at, elements[start + displacements[run]]);
            target.position(at);
        } else
            for (int run = first; run < end; run++)
                pack(elements, start + displacements[run], runs.length(run), target);
    }

    @Override
    void unpackRuns(ByteBuffer source, Object array, int start, Runs runs, int first, int end) {
        short[] elements = (short[]) array;
        int[] displacements = runs.displacements;
        if (runs.areSingle()) {
            int at = source.position();
            for (int run = first; run < end; run++, at += Short.BYTES)
                elements[start + displacements[run]] = source.getShort(at);
            source.position(at);
        } else
            for (int run = first; run < end; run++)
                unpack(source, elements, start + displacements[run], runs.length(run));
    }

    @Override
    long bits(Object array, int index) {
        return ((short[]) array)[index];
    }

    @Override
    void setBits(Object array, int index, long bits) {
        ((short[]) array)[index] = (short) bits;
    }
}
