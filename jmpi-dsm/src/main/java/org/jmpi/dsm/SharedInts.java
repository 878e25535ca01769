package org.jmpi.dsm;

import java.nio.IntBuffer;
import java.util.Objects;
import org.jmpi.dsm.protocol.Region;

/** An array of {@code int} that all ranks of a space share, as {@link SharedDoubles}. */
public final class SharedInts extends SharedArray {
    private final IntBuffer ints;

    SharedInts(SharedSpace space, Region region, int length) {
        super(space, region, length, Integer.BYTES);
        ints = memory.asIntBuffer();
    }

    /**
     * {@return an element}
     *
     * @param index of the element
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public int get(int index) {
        if (access[index >> shift] == Region.NONE) beginReading(index, 1);
        return memory.getInt(index << 2);
    }

    /**
     * Sets an element.
     *
     * @param index of the element
     * @param value what it gets
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public void set(int index, int value) {
        if (access[index >> shift] != Region.WRITE) beginWriting(index, 1);
        memory.putInt(index << 2, value);
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
    public void read(int index, int[] into, int offset, int count) {
        beginReading(index, count);
        ints.get(index, into, offset, count);
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
    public void write(int index, int[] from, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, from.length);
        beginWriting(index, count);
        ints.put(index, from, offset, count);
    }
}
