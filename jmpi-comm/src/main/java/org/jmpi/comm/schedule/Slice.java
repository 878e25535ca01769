package org.jmpi.comm.schedule;

import org.jmpi.comm.datatype.Layout;

/**
 * A part of an array that a schedule names by a slot.
 *
 * @param slot the number of the array
 * @param offset the index of the first item's start, in elements from the slot's offset on
 * @param count the number of items
 * @param layout what an item covers
 */
record Slice(int slot, long offset, long count, Layout layout) {}
