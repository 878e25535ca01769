package org.jmpi.comm.datatype;

import java.nio.ByteBuffer;

/** Elements of {@code double[]}. */
final class DoublePacker extends Packer {
    @Override
    void pack(Object array, int index, int count, ByteBuffer target) {
        double[] elements = (double[]) array;
        if (count <= FEW) {
            for (int i = index; i < index + count; i++) target.putDouble(elements[i]);
        } else {
            target.asDoubleBuffer().put(elements, index, count);
            target.position(target.position() + count * Double.BYTES);
        }
    }

    @Override
    void unpack(ByteBuffer source, Object array, int index, int count) {
        double[] elements = (double[]) array;
        if (count <= FEW) {
            for (int i = index; i < index + count; i++) elements[i] = source.getDouble();
        } else {
            source.asDoubleBuffer().get(elements, index, count);
            source.position(source.position() + count * Double.BYTES);
        }
    }

    @Override
    void packRuns(Object array, int start, Runs runs, int first, int end, ByteBuffer target) {
        double[] elements = (double[]) array;
        int[] displacements = runs.displacements;
        if (runs.areSingle()) {
            int at = target.position();
            for (int run = first; run < end; run++, at += Double.BYTES)
                target.putDouble(at, elements[start + displacements[run]]);
            target.position(at);
        } else
            for (int run = first; run < end; run++)
                pack(elements, start + displacements[run], runs.length(run), target);
    }

    @Override
    void unpackRuns(ByteBuffer source, Object array, int start, Runs runs, int first, int end) {
        double[] elements = (double[]) array;
        int[] displacements = runs.displacements;
        if (runs.areSingle()) {
            int at = source.position();
            for (int run = first; run < end; run++, at += Double.BYTES)
                elements[start + displacements[run]] = source.getDouble(at);
            source.position(at);
        } else
            for (int run = first; run < end; run++)
                unpack(source, elements, start + displacements[run], runs.length(run));
    }

    @Override
    long bits(Object array, int index) {
        return Double.doubleToRawLongBits(((double[]) array)[index]);
    }

    @Override
    void setBits(Object array, int index, long bits) {
        ((double[]) array)[index] = Double.longBitsToDouble(bits);
    }
}
