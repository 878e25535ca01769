package org.jmpi.comm.datatype;

import java.nio.ByteBuffer;

/** Elements of {@code char[]}. */
final class CharPacker extends Packer {
    @Override
    void pack(Object array, int index, int count, ByteBuffer target) {
        char[] elements = (char[]) array;
        if (count <= FEW) {
            for (int i = index; i < index + count; i++) target.putChar(elements[i]);
        } else {
            target.asCharBuffer().put(elements, index, count);
            target.position(target.position() + count * Character.BYTES);
        }
    }

    @Override
    void unpack(ByteBuffer source, Object array, int index, int count) {
        char[] elements = (char[]) array;
        if (count <= FEW) {
            for (int i = index; i < index + count; i++) elements[i] = source.getChar();
        } else {
            source.asCharBuffer().get(elements, index, count);
            source.position(source.position() + count * Character.BYTES);
        }
    }

    @Override
    void packRuns(Object array, int start, Runs runs, int first, int end, ByteBuffer target) {
        char[] elements = (char[]) array;
        int[] displacements = runs.displacements;
        if (runs.areSingle()) {
            int at = target.position();
            for (int run = first; run < end; run++, at += Character.BYTES)
                target.putChar(at, elements[start + displacements[run]]);
            target.position(at);
        } else
            for (int run = first; run < end; run++)
                pack(elements, start + displacements[run], runs.length(run), target);
    }

    @Override
    void unpackRuns(ByteBuffer source, Object array, int start, Runs runs, int first, int end) {
        char[] elements = (char[]) array;
        int[] displacements = runs.displacements;
        if (runs.areSingle()) {
            int at = source.position();
            for (int run = first; run < end; run++, at += Character.BYTES)
                elements[start + displacements[run]] = source.getChar(at);
            source.position(at);
        } else
            for (int run = first; run < end; run++)
                unpack(source, elements, start + displacements[run], runs.length(run));
    }

    @Override
    long bits(Object array, int index) {
        return ((char[]) array)[index];
    }

    @Override
    void setBits(Object array, int index, long bits) {
        ((char[]) array)[index] = (char) bits;
    }
}
