package org.jmpi.comm.datatype;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Elements of {@code byte[]}. */
final class BytePacker extends Packer {
    /** Up to so many bytes, loops over words and bytes cost less than the call of a memory copy. */
    static final int SHORT = 32;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    @Override
    void pack(Object array, int index, int count, ByteBuffer target) {
        byte[] elements = (byte[]) array;
        if (count > SHORT) {
            target.put(elements, index, count);
            return;
        }
        int end = target.position() + count;
        int i = index;
        for (; end - target.position() >= Long.BYTES; i += Long.BYTES) target.putLong((long) WORD.get(elements, i));
        for (; target.position() < end; i++) target.put(elements[i]);
    }

    @Override
    void unpack(ByteBuffer source, Object array, int index, int count) {
        byte[] elements = (byte[]) array;
        if (count > SHORT) {
            source.get(elements, index, count);
            return;
        }
        int end = source.position() + count;
        int i = index;
        for (; end - source.position() >= Long.BYTES; i += Long.BYTES) WORD.set(elements, i, source.getLong());
        for (; source.position() < end; i++) elements[i] = source.get();
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
