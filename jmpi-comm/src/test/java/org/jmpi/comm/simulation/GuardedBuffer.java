package org.jmpi.comm.simulation;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.simulation.Piece.Row;

/** An array that a rank gives to the engine, and what the model expects in it: guards wherever nothing belongs. */
final class GuardedBuffer {
    private static final int GUARDS = 4;

    private final ElementKind kind;

    /** The index of the first element that the engine is given. */
    private final int offset;

    private final Object array;
    private final long[] expected;

    /** Makes a buffer of guards with room for some elements. */
    GuardedBuffer(ElementKind kind, int elements) {
        this(kind, GUARDS - 1, elements);
    }

    /** Makes a buffer of guards with room for some elements from an index on. */
    GuardedBuffer(ElementKind kind, int offset, int elements) {
        this(kind, offset, kind.newArray(offset + elements + GUARDS), new long[offset + elements + GUARDS]);
        clear();
    }

    private GuardedBuffer(ElementKind kind, int offset, Object array, long[] expected) {
        this.kind = kind;
        this.offset = offset;
        this.array = array;
        this.expected = expected;
    }

    /** Returns the rest of the buffer, from an index of the array on: both have one array, and are cleared together. */
    GuardedBuffer from(int index) {
        return new GuardedBuffer(kind, index, array, expected);
    }

    /** Sets all elements to guards, and expects them. */
    void clear() {
        Arrays.fill(expected, kind.guard());
        for (int i = 0; i < expected.length; i++) kind.set(array, i, expected[i]);
    }

    /** Returns some items from the first element on, as the engine is given them. */
    UserBuffer items(Items items, int count) {
        return new UserBuffer(array, offset, count, items.handle());
    }

    /** Returns what blocks are counted from. */
    UserBuffer blocks(Row row) {
        return new UserBuffer(array, offset, row.count(), row.type());
    }

    /** Writes items from an element on, and expects that they stay. */
    void write(int at, Items items, int count, IntToLongFunction values) {
        expect(at, items, count, values);
        for (int i = 0; i < count * items.size(); i++) {
            int index = offset + at + items.index(i);
            kind.set(array, index, expected[index]);
        }
    }

    /** Expects items from an element on. */
    void expect(int at, Items items, int count, IntToLongFunction values) {
        for (int i = 0; i < count * items.size(); i++)
            expected[offset + at + items.index(i)] = kind.canonical(values.applyAsLong(i));
    }

    /** Takes whatever items hold now for what is expected. */
    void accept(int at, Items items, int count) {
        for (int i = 0; i < count * items.size(); i++) {
            int index = offset + at + items.index(i);
            expected[index] = kind.get(array, index);
        }
    }

    /** Takes whatever the buffer holds now for what is expected: an operation that has failed writes no more. */
    void keep() {
        for (int i = 0; i < expected.length; i++) expected[i] = kind.get(array, i);
    }

    /** Returns whether items from the first element on hold these values. */
    boolean holds(Items items, int count, IntToLongFunction values) {
        for (int i = 0; i < count * items.size(); i++)
            if (kind.get(array, offset + items.index(i)) != kind.canonical(values.applyAsLong(i))) return false;
        return true;
    }

    /** Fails if an element is not what is expected. */
    void check(String what) {
        for (int i = 0; i < expected.length; i++) {
            long found = kind.get(array, i);
            if (found != expected[i])
                throw new AssertionError(what + ": element " + (i - offset) + " of " + kind + " is " + text(found)
                        + " and not " + text(expected[i]));
        }
    }

    private String text(long value) {
        return value == kind.guard() ? "the guard" : Long.toString(value);
    }
}
