package org.jmpi.comm.datatype;

import java.nio.ByteBuffer;

/** Elements of {@code int[]}. */
final class IntPacker extends Packer {
    @Override
    void pack(Object array, int index, int count, ByteBuffer target) {
        int[] elements = (int[]) array;
        if (count <= FEW) {
            for (int i = index; i < index + count; i++) target.putInt(elements[i]);
        } else {
            target.asIntBuffer().put(elements, index, count);
            target.position(target.position() + count * Integer.BYTES);
        }
    }

    @Override
    void unpack(ByteBuffer source, Object array, int index, int count) {
        int[] elements = (int[]) array;
        if (count <= FEW) {
            for (int i = index; i < index + count; i++) elements[i] = source.getInt();
        } else {
            source.asIntBuffer().get(elements, index, count);
            source.position(source.position() + count * Integer.BYTES);
        }
    }

    @Override
    void packRuns(Object array, int start, Runs runs, int first, int end, ByteBuffer target) {
        int[] elements = (int[]) array;
        int[] displacements = runs.displacements;
        if (runs.areSingle()) {
            int at = target.position();
            for (int run = first; run < end; run++, at += Integer.BYTES)
                target.putInt(at, elements[start + displacements[run]]);
            target.position(at);
        } else
            for (int run = first; run < end; run++)
                pack(elements, start + displacements[run], runs.length(run), target);
    }

    @Override
    void unpackRuns(ByteBuffer source, Object array, int start, Runs runs, int first, int end) {
        int[] elements = (int[]) array;
        int[] displacements = runs.displacements;
        if (runs.areSingle()) {
            int at = source.position();
            for (int run = first; run < end; run++, at += Integer.BYTES)
                elements[start + displacements[run]] = source.getInt(at);
            source.position(at);
        } else
            for (int run = first; run < end; run++)
                unpack(source, elements, start + displacements[run], runs.length(run));
    }

    @Override
    long bits(Object array, int index) {
        return ((int[]) array)[index];
    }

    @Override
    void setBits(Object array, int index, long bits) {
        ((int[]) array)[index] = (int) bits;
    }
}
