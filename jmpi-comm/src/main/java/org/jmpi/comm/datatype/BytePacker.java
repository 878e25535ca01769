package org.jmpi.comm.datatype;

import java.nio.ByteBuffer;

/** Elements of {@code byte[]}. */
final class BytePacker extends Packer {
    @Override
    void pack(Object array, int index, int count, ByteBuffer target) {
        target.put((byte[]) array, index, count);
    }

    @Override
    void unpack(ByteBuffer source, Object array, int index, int count) {
        source.get((byte[]) array, index, count);
    }

    @Override
    void packRuns(Object array, int start, Runs runs, int first, int end, ByteBuffer target) {
        byte[] elements = (byte[]) array;
        int[] displacements = runs.displacements;
        if (runs.areSingle()) {
            int at = target.position();
            for (int run = first; run < end; run++, at++) target.put(at, elements[start + displacements[run]]);
            target.position(at);
        } else
            for (int run = first; run < end; run++) target.put(elements, start + displacements[run], runs.length(run));
    }

    @Override
    void unpackRuns(ByteBuffer source, Object array, int start, Runs runs, int first, int end) {
        byte[] elements = (byte[]) array;
        int[] displacements = runs.displacements;
        if (runs.areSingle()) {
            int at = source.position();
            for (int run = first; run < end; run++, at++) elements[start + displacements[run]] = source.get(at);
            source.position(at);
        } else
            for (int run = first; run < end; run++) source.get(elements, start + displacements[run], runs.length(run));
    }

    @Override
    long bits(Object array, int index) {
        return ((byte[]) array)[index];
    }

    @Override
    void setBits(Object array, int index, long bits) {
        ((byte[]) array)[index] = (byte) bits;
    }
}
