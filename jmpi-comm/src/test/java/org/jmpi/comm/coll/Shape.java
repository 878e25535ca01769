package org.jmpi.comm.coll;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;

/** A way to describe a block of elements; the bytes that travel are the same. */
enum Shape {
    /** One item for each element. */
    ELEMENTS {
        @Override
        Layout layout(BasicType type, int elements) {
            return Layout.of(type);
        }
    },
    /** One item for all, with gaps between the elements. */
    STRIDED {
        @Override
        Layout layout(BasicType type, int elements) {
            return Layout.vector(elements, 1, 2, Layout.of(type));
        }
    },
    /** One item for each byte. */
    BYTES {
        @Override
        Layout layout(BasicType type, int elements) {
            return Layout.of(BasicType.PACKED);
        }
    },
    /** One item for all. */
    WHOLE {
        @Override
        Layout layout(BasicType type, int elements) {
            return Layout.contiguous(elements, Layout.of(type));
        }
    },
    /** One item for all, from the last element to the first, of which all but the last lie before the item's start. */
    BACKWARDS {
        @Override
        Layout layout(BasicType type, int elements) {
            int[] lengths = new int[elements];
            Arrays.fill(lengths, 1);
            int[] places = IntStream.range(0, elements).map(i -> -i).toArray();
            return Layout.hindexed(lengths, places, Layout.of(type));
        }
    };

    /** Returns the layout of an item, for blocks of this many elements. */
    abstract Layout layout(BasicType type, int elements);

    /** Returns how many items of the layout a block of elements is. */
    int items(BasicType type, int elements) {
        return switch (this) {
            case ELEMENTS -> elements;
            case BYTES -> elements * type.width();
            default -> 1;
        };
    }

    /** Returns one of the shapes that suit a type. */
    static Shape of(BasicType type, int number) {
        Shape[] all = values();
        Shape shape = all[Math.floorMod(number, all.length)];
        return shape == BYTES && type.width() == 0 ? ELEMENTS : shape;
    }
}
