package org.jmpi.comm.datatype;

import java.nio.ByteBuffer;

/** Elements of {@code byte[]}. */
final class BytePacker extends Packer {
    /**
     * Up to so many bytes, a loop costs less than the call of a memory copy. One loop for all of them: code that is compiled
     * while messages have one length need not be compiled again for the next one.
     */
    private static final int SHORT = 16;

    @Override
    void pack(Object array, int index, int count, ByteBuffer target) {
        byte[] elements = (byte[]) array;
        if (count > SHORT) target.put(elements, index, count);
        else for (int i = 0; i < count; i++) target.put(elements[index + i]);
    }

    @Override
    void unpack(ByteBuffer source, Object array, int index, int count) {
        byte[] elements = (byte[]) array;
        if (count > SHORT) source.get(elements, index, count);
        else for (int i = 0; i < count; i++) elements[index + i] = source.get();
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
            for (int run = first; run < end; run++)
                pack(elements, start + displacements[run], runs.length(run), target);
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
            for (int run = first; run < end; run++)
                unpack(source, elements, start + displacements[run], runs.length(run));
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
