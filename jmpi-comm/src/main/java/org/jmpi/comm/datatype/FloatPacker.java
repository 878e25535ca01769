package org.jmpi.comm.datatype;

import java.nio.ByteBuffer;

/** Elements of {@code float[]}. */
final class FloatPacker extends Packer {
    @Override
    void pack(Object array, int index, int count, ByteBuffer target) {
        float[] elements = (float[]) array;
        if (count <= FEW) {
            for (int i = index; i < index + count; i++) target.putFloat(elements[i]);
        } else {
            target.asFloatBuffer().put(elements, index, count);
            target.position(target.position() + count * Float.BYTES);
        }
    }

    @Override
    void unpack(ByteBuffer source, Object array, int index, int count) {
        float[] elements = (float[]) array;
        if (count <= FEW) {
            for (int i = index; i < index + count; i++) elements[i] = source.getFloat();
        } else {
            source.asFloatBuffer().get(elements, index, count);
            source.position(source.position() + count * Float.BYTES);
        }
    }

    @Override
    void packRuns(Object array, int start, Runs runs, int first, int end, ByteBuffer target) {
        float[] elements = (float[]) array;
        int[] displacements = runs.displacements;
        if (runs.areSingle()) {
            int at = target.position();
            for (int run = first; run < end; run++, at += Float.BYTES)
                target.putFloat(at, elements[start + displacements[run]]);
            target.position(at);
        } else
            for (int run = first; run < end; run++)
                pack(elements, start + displacements[run], runs.length(run), target);
    }

    @Override
    void unpackRuns(ByteBuffer source, Object array, int start, Runs runs, int first, int end) {
        float[] elements = (float[]) array;
        int[] displacements = runs.displacements;
        if (runs.areSingle()) {
            int at = source.position();
            for (int run = first; run < end; run++, at += Float.BYTES)
                elements[start + displacements[run]] = source.getFloat(at);
            source.position(at);
        } else
            for (int run = first; run < end; run++)
                unpack(source, elements, start + displacements[run], runs.length(run));
    }

    @Override
    long bits(Object array, int index) {
        return Float.floatToRawIntBits(((float[]) array)[index]);
    }

    @Override
    void setBits(Object array, int index, long bits) {
        ((float[]) array)[index] = Float.intBitsToFloat((int) bits);
    }
}
