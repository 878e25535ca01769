package org.jmpi.comm.datatype;

import org.jmpi.comm.error.CommException;

/**
 * A buffer as a program gives it: {@code count} items of a datatype from an offset on. Neither array nor datatype have
 * been looked at. Made for one call, it is small, and the compiler allocates none where the call is inlined.
 *
 * @param array an array of the datatype's base type
 * @param offset the index of the first item's start, in elements
 * @param count the number of items
 * @param type what an item is; null if the program gave none
 */
public record UserBuffer(Object array, int offset, int count, TypeHandle type) {
    /**
     * {@return the same items in other memory}
     *
     * @param memory which holds them in place of the array
     */
    public UserBuffer in(Object memory) {
        return new UserBuffer(memory, offset, count, type);
    }

    /**
     * {@return the same items, also when the program has freed the datatype}
     *
     * @throws CommException as {@link #layout} does
     */
    public UserBuffer kept() {
        return new UserBuffer(array, offset, count, TypeHandle.predefined(layout()));
    }

    /**
     * {@return the layout of an item}
     *
     * @throws CommException of class TYPE if the datatype is null, not committed or was freed
     */
    public Layout layout() {
        return TypeHandle.committed(type);
    }
}
