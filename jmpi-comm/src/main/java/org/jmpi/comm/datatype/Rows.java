package org.jmpi.comm.datatype;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * The elements of a multi-dimensional array, counted as if its rows lay one after the other; or of a memory in pieces.
 */
final class Rows {
    /** The rows that have elements. */
    private final Object[] rows;

    /** The elements before each row, and last those of all. */
    private final long[] starts;

    private <R> Rows(R[] rows, ToLongFunction<R> length) {
        this.rows = rows;
        starts = new long[rows.length + 1];
        for (int row = 0; row < rows.length; row++) starts[row + 1] = starts[row] + length.applyAsLong(rows[row]);
    }

    /** Returns the pieces of a memory, each of a whole number of elements but for the last one. */
    static Rows of(ByteBuffer[] pieces, BasicType type) {
        return new Rows(pieces, type::lengthOf);
    }

    /**
     * Returns the rows of an array, of whatever lengths; null if its rows are not of this class.
     *
     * @throws CommException of class BUFFER if one is null
     */
    static Rows of(Object array, Class<?> rowClass) {
        int dimensions = 0;
        for (Class<?> part = array.getClass(); part != rowClass; dimensions++) {
            part = part.getComponentType();
            if (part == null) return null;
        }
        List<Object> rows = new ArrayList<>();
        collect((Object[]) array, new int[dimensions], 0, rows);
        return new Rows(rows.toArray(), Array::getLength);
    }

    private static void collect(Object[] parts, int[] place, int dimension, List<Object> rows) {
        for (int i = 0; i < parts.length; i++) {
            place[dimension] = i;
            if (parts[i] == null) throw nullRow(place, dimension);
            if (dimension + 1 < place.length) collect((Object[]) parts[i], place, dimension + 1, rows);
            else if (Array.getLength(parts[i]) > 0) rows.add(parts[i]);
        }
    }

    private static CommException nullRow(int[] place, int dimension) {
        String index = Arrays.stream(place, 0, dimension + 1)
                .mapToObj(i -> "[" + i + "]")
                .collect(Collectors.joining());
        return new CommException(ErrorClass.BUFFER, "row of the buffer is null: index=" + index);
    }

    /** Returns the elements of all rows. */
    long length() {
        return starts[rows.length];
    }

    /** Returns the row that holds an element; at once if it is this one, where a column has its next element. */
    int rowOf(long element, int likely) {
        if (likely < rows.length && starts[likely] <= element && element < starts[likely + 1]) return likely;
        int found = Arrays.binarySearch(starts, element);
        return found >= 0 ? found : -found - 2;
    }

    Object row(int row) {
        return rows[row];
    }

    /** Returns the elements before a row; for the number of rows, those of all. */
    long start(int row) {
        return starts[row];
    }
}
