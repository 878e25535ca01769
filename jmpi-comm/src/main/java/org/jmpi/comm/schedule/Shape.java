package org.jmpi.comm.schedule;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;

/**
 * The properties of a buffer, or of blocks in one array, that a schedule depends on.
 *
 * @param array the class of the array; null if there is none
 * @param layout what an item covers
 * @param count the items of the buffer, or of each block
 * @param counts the items of each block, if they differ; else null
 * @param displacements where each block starts, if blocks do not follow each other; else null
 * @param layouts what an item of each block covers, if that differs; else none
 */
public record Shape(Class<?> array, Layout layout, int count, int[] counts, int[] displacements, List<Layout> layouts) {
    /**
     * Describes a buffer, or blocks of one layout.
     *
     * @param array the class of the array; null if there is none
     * @param layout what an item covers
     * @param count the items of the buffer, or of each block
     * @param counts the items of each block, if they differ; else null
     * @param displacements where each block starts, if blocks do not follow each other; else null
     */
    public Shape(Class<?> array, Layout layout, int count, int[] counts, int[] displacements) {
        this(array, layout, count, counts, displacements, List.of());
    }

    /** That of no buffer. */
    public static final Shape NONE = new Shape(null, null, 0, null, null);

    /**
     * {@return that of a buffer}
     *
     * @param buffer which is sent or received into
     */
    public static Shape of(Buffer buffer) {
        return new Shape(classOf(buffer.array()), buffer.layout(), buffer.count(), null, null);
    }

    /**
     * {@return the class of an array, or null}
     *
     * @param array may be null
     */
    public static Class<?> classOf(Object array) {
        return array == null ? null : array.getClass();
    }

    /** Returns the same with copies of the arrays, which the program may change. */
    Shape copy() {
        return counts == null && displacements == null
                ? this
                : new Shape(array, layout, count, copy(counts), copy(displacements), layouts);
    }

    private static int[] copy(int[] numbers) {
        return numbers == null ? null : numbers.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Shape shape
                && array == shape.array
                && layout == shape.layout
                && count == shape.count
                && layouts.equals(shape.layouts)
                && Arrays.equals(counts, shape.counts)
                && Arrays.equals(displacements, shape.displacements);
    }

    @Override
    public int hashCode() {
        return Objects.hash(array, layout, count) * 31 + Arrays.hashCode(counts) + Arrays.hashCode(displacements);
    }
}
