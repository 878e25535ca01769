package org.jmpi.dsm;

import java.nio.LongBuffer;
import java.util.Objects;
import org.jmpi.dsm.protocol.Region;

/** An array of {@code long} that all ranks of a space share, as {@link SharedDoubles}. */
public final class SharedLongs extends SharedArray {
    private final LongBuffer longs;

    SharedLongs(SharedSpace space, Region region, int length) {
        super(space, region, length, Long.BYTES);
        longs = memory.asLongBuffer();
    }

    /**
     * {@return an element}
     *
     * @param index of the element
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public long get(int index) {
        if (access[index >> shift] == Region.NONE) beginReading(index, 1);
        return memory.getLong(index << 3);
    }

    /**
     * Sets an element.
     *
     * @param index of the element
     * @param value what it gets
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public void set(int index, long value) {
        if (access[index >> shift] != Region.WRITE) beginWriting(index, 1);
        memory.putLong(index << 3, value);
    }

    /**
     * Copies elements to an array of this rank's own.
     *
     * @param index of the first element
     * @param into the array
     * @param offset of the first one there
     * @param count how many
     * @throws IndexOutOfBoundsException if there are not so many
     */
    public void read(int index, long[] into, int offset, int count) {
        beginReading(index, count);
        longs.get(index, into, offset, count);
    }

    /**
     * Copies elements from an array of this rank's own.
     *
     * @param index of the first element
     * @param from the array
     * @param offset of the first one there
     * @param count how many
     * @throws IndexOutOfBoundsException if there are not so many
     */
    public void write(int index, long[] from, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, from.length);
        beginWriting(index, count);
        longs.put(index, from, offset, count);
    }
}
