package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Elements;
import org.jmpi.comm.datatype.Layout;

/**
 * An array with buffers in it, which knows what must be in it: elements that no operation may touch lie around and
 * between.
 */
final class Row {
    private static final int GUARD = 3;

    private final BasicType type;
    private final Object array;
    private final Object expected;

    private Row(BasicType type, int length, long seed) {
        this.type = type;
        this.array = Elements.random(type, length, seed);
        this.expected = Elements.copy(array);
    }

    /** Returns a row for this many adjacent items of a layout; the first one starts at {@link #start}. */
    static Row of(Layout layout, int items, long seed) {
        return new Row(layout.type(), start(layout) + (int) layout.high(items) + GUARD, seed);
    }

    /** Returns the offset of the first item. */
    static int start(Layout layout) {
        return GUARD + (int) -Math.min(0, layout.low(1));
    }

    Object array() {
        return array;
    }

    /** Puts elements into a buffer of this row. */
    void fill(Buffer buffer, BasicType dataType, Object data, int first) {
        put(array, buffer, dataType, data, first);
        put(expected, buffer, dataType, data, first);
    }

    /** Says what an operation is to leave in a buffer of this row. */
    void expect(Buffer buffer, BasicType dataType, Object data, int first) {
        put(expected, buffer, dataType, data, first);
    }

    private void put(Object to, Buffer buffer, BasicType dataType, Object data, int first) {
        Object elements = data;
        int from = first;
        if (type == BasicType.PACKED && dataType != BasicType.PACKED) {
            elements = Elements.wire(dataType, data, first, (int) buffer.elements() / dataType.width());
            from = 0;
        }
        for (int index : FakeWorld.indices(buffer))
            if (to instanceof Object[] objects) objects[index] = FakeWorld.copy(((Object[]) elements)[from++]);
            else System.arraycopy(elements, from++, to, index, 1);
    }

    /** Checks that the row is as it must be. */
    void check(String what) {
        if (type == BasicType.OBJECT)
            assertEquals(Arrays.toString((Object[]) expected), Arrays.toString((Object[]) array), what);
        else Elements.assertSame(type, expected, array, what);
    }
}
