package org.jmpi.comm.datatype;

import org.jmpi.comm.error.CommException;

/**
 * A buffer as a program gives it: {@code count} items of a datatype from an offset on. Neither array nor datatype have
 * been looked at. One that is made for a call is small, and the compiler allocates none where the call is inlined.
 */
public final class UserBuffer {
    private Object array;
    private long offset;
    private long count;
    private TypeHandle type;

    /** Makes a buffer of nothing, which is to be set. */
    public UserBuffer() {}

    /**
     * Makes a buffer.
     *
     * @param array an array of the datatype's base type
     * @param offset the index of the first item's start, in elements
     * @param count the number of items
     * @param type what an item is; null if the program gave none
     */
    public UserBuffer(Object array, long offset, long count, TypeHandle type) {
        set(array, offset, count, type);
    }

    /**
     * Sets all of the buffer, so that it may be used for call after call.
     *
     * @param newArray an array of the datatype's base type
     * @param newOffset the index of the first item's start, in elements
     * @param newCount the number of items
     * @param newType what an item is; null if the program gave none
     * @return this
     */
    public UserBuffer set(Object newArray, long newOffset, long newCount, TypeHandle newType) {
        array = newArray;
        offset = newOffset;
        count = newCount;
        type = newType;
        return this;
    }

    /** Drops the references to the program's array and datatype. */
    public void clear() {
        array = null;
        type = null;
    }

    /** {@return the array, as the program gave it} */
    public Object array() {
        return array;
    }

    /** {@return the index of the first item's start, in elements} */
    public long offset() {
        return offset;
    }

    /** {@return the number of items} */
    public long count() {
        return count;
    }

    /** {@return what an item is; null if the program gave none} */
    public TypeHandle type() {
        return type;
    }

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
