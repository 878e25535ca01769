package org.jmpi.dsm;

import java.nio.DoubleBuffer;
import java.util.Objects;
import org.jmpi.dsm.protocol.Region;

/**
 * An array of {@code double} that all ranks of a space share.
 *
 * <pre>{@code
 * try (SharedSpace space = SharedSpace.make()) {
 *     SharedDoubles all = space.doubles(space.size());
 *     all.set(space.rank(), 7);
 *     space.barrier();
 *     double[] copy = new double[all.length()];
 *     all.read(0, copy, 0, copy.length);
 *     System.out.println(copy[space.size() - 1]); // 7.0
 * }
 * }</pre>
 */
public final class SharedDoubles extends SharedArray {
    private final DoubleBuffer doubles;

    SharedDoubles(SharedSpace space, Region region, int length) {
        super(space, region, length, Double.BYTES);
        doubles = memory.asDoubleBuffer();
    }

    /**
     * {@return an element}
     *
     * @param index of the element
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public double get(int index) {
        if (access[index >> shift] == Region.NONE) beginReading(index, 1);
        return memory.getDouble(index << 3);
    }

    /**
     * Sets an element.
     *
     * @param index of the element
     * @param value what it gets
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public void set(int index, double value) {
        if (access[index >> shift] != Region.WRITE) beginWriting(index, 1);
        memory.putDouble(index << 3, value);
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
    public void read(int index, double[] into, int offset, int count) {
        beginReading(index, count);
        doubles.get(index, into, offset, count);
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
    public void write(int index, double[] from, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, from.length);
        beginWriting(index, count);
        doubles.put(index, from, offset, count);
    }
}
