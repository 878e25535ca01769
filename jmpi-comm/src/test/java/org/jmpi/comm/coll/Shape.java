package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;

/** A way to describe a block of elements; the bytes that travel are the same. */
enum Shape {
    /** One item for each element. */
    ELEMENTS {
        @Override
        Layout layout(BasicType type, int elements) {
            return Layout.contiguous(type, 1);
        }
    },
    /** One item for all. */
    WHOLE {
        @Override
        Layout layout(BasicType type, int elements) {
            return Layout.contiguous(type, elements);
        }
    },
    /** One item for each byte. */
    BYTES {
        @Override
        Layout layout(BasicType type, int elements) {
            return Layout.contiguous(BasicType.PACKED, 1);
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
        return shape == BYTES && type == BasicType.OBJECT ? ELEMENTS : shape;
    }
}
