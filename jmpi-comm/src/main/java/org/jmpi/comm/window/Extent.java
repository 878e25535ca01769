package org.jmpi.comm.window;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * What an access to a memory is checked against.
 *
 * @param size in elements of the memory; negative if memory is attached, so that the target alone can check
 * @param unit elements of the memory from one displacement to the next
 * @param type of its elements; null if it holds bytes, which are elements of any primitive type
 */
record Extent(long size, int unit, BasicType type) {
    /** The extent of memory that is attached piece by piece. */
    static final Extent DYNAMIC = new Extent(-1, 1, null);

    /** Returns the bytes of the memory; 0 if memory is attached. */
    long bytes() {
        return Math.max(0, size) * (type == null ? 1 : type.width());
    }

    /** {@return where the first item starts, in elements of the memory} */
    long start(TargetItems items) {
        BasicType accessed = items.layout().type();
        if (type != null && accessed != type)
            throw new CommException(
                    ErrorClass.TYPE, "the target's memory has elements of " + type + ", not of " + accessed);
        int shift = type == null ? accessed.shift() : 0;
        long start = items.disp() * unit;
        boolean startsWithin = Math.multiplyHigh(items.disp(), unit) == 0 && start >= 0 && start <= size;
        // Elements, as a product of their number and width may exceed a long; shifts, as divisions take longer.
        if (!startsWithin
                || items.layout().low(items.count()) < -(start >> shift)
                || items.layout().high(items.count()) > size - start >> shift)
            throw new CommException(
                    ErrorClass.RMA_RANGE,
                    "outside of the target's memory: " + items + ", displacement unit=" + unit + ", size=" + size);
        return start;
    }
}
