package org.jmpi.comm.window;

import org.jmpi.comm.datatype.Layout;

/**
 * The items that an access names in a target's memory.
 *
 * @param disp of the first item, in the target's displacement units
 * @param count items
 * @param layout of an item
 */
record TargetItems(long disp, long count, Layout layout) {
    /** Returns the elements of the items. */
    long elements() {
        return count * layout.size();
    }

    @Override
    public String toString() {
        return "disp=" + disp + ", count=" + count + " of " + layout;
    }
}
