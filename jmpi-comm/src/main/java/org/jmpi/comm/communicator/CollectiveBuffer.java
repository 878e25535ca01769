package org.jmpi.comm.communicator;

import java.util.Arrays;
import java.util.function.Function;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.ForeignMemory;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.schedule.Blocks;

/** The buffer that a collective operation sends or receives into, as the program gives it. */
final class CollectiveBuffer {
    private final String name;

    /** Whether operations write to it. */
    private final boolean written;

    private final UserBuffer given = new UserBuffer();
    private final Buffer buffer = new Buffer();
    private final Blocks blocks = new Blocks();

    /** Whether a blocking call uses it; and the segment that is copied for the call. */
    private boolean blocking;

    private ForeignMemory copied;

    /** Whether blocks have counts and displacements of their own. */
    private boolean varies;

    private int[] counts;
    private int[] displacements;

    private int[] equal = {};

    /** Whether each block has a type of its own. */
    private boolean haveTypes;

    /** Whether the program gave no array of types. */
    private boolean typesAreNull;

    /** The types, and their layouts: arrays that all calls use, so that a call makes none. */
    private TypeHandle[] types = {};

    private Layout[] layouts = {};

    /**
     * @param name of the buffer in messages
     * @param written whether operations write to it
     */
    CollectiveBuffer(String name, boolean written) {
        this.name = name;
        this.written = written;
    }

    /** Returns a buffer to set, and then to pass to a method below: so a call makes none. */
    UserBuffer own() {
        return given;
    }

    /** Sets one buffer, or the first of blocks that follow each other. */
    void set(UserBuffer first) {
        given.set(first.array(), first.offset(), first.count(), first.type());
        varies = false;
        haveTypes = false;
    }

    /** Sets blocks of different lengths. */
    void set(UserBuffer start, int[] newCounts, int[] newDisplacements) {
        set(start);
        varies = true;
        counts = newCounts;
        displacements = newDisplacements;
    }

    /** Sets blocks of different lengths and types. */
    <T> void set(
            UserBuffer start, int[] newCounts, int[] newDisplacements, T[] newTypes, Function<T, TypeHandle> handle) {
        set(start, newCounts, newDisplacements);
        haveTypes = true;
        typesAreNull = newTypes == null;
        if (typesAreNull) return;
        if (types.length != newTypes.length) {
            types = new TypeHandle[newTypes.length];
            layouts = new Layout[newTypes.length];
        }
        for (int i = 0; i < types.length; i++) types[i] = handle.apply(newTypes[i]);
    }

    Object array() {
        return given.array();
    }

    /** Has the calling thread copy a segment to which it alone has access. */
    void blocking() {
        blocking = true;
    }

    private Object memory() {
        ForeignMemory found = blocking ? ForeignMemory.copied(given.array()) : null;
        if (found != null) {
            copied = found;
            given.set(found.copy(), given.offset(), given.count(), given.type());
        }
        return given.array();
    }

    /** Brings what has been received to the program's segment, if that was copied. */
    void copyBack() {
        if (copied != null) copied.copyBack();
    }

    int[] counts() {
        return counts;
    }

    /**
     * Returns the counts of blocks that are all of one length.
     *
     * @throws CommException of class COUNT if the items of one exceed an int: no array can hold an operand
     */
    int[] equalCounts(int ranks) {
        long count = given.count();
        if (count > Integer.MAX_VALUE)
            throw new CommException(ErrorClass.COUNT, "count too large for one array: " + count);
        if (equal.length != ranks) equal = new int[ranks];
        Arrays.fill(equal, (int) count);
        return equal;
    }

    boolean isInPlace() {
        return given.array() == CollectiveOperation.IN_PLACE;
    }

    private void checkNotInPlace() {
        if (isInPlace())
            throw new CommException(
                    ErrorClass.BUFFER, name + " is MPI.IN_PLACE, which this call does not allow there: pass an array");
    }

    /**
     * Returns the one buffer.
     *
     * @throws CommException of class BUFFER if it is in place
     */
    Buffer buffer() {
        checkNotInPlace();
        Buffer items = buffer.set(memory(), given.offset(), given.count(), given.layout());
        return written ? items.written() : items;
    }

    /** Returns another buffer's part of its array, by the buffer of this one. */
    Buffer bufferOf(CollectiveBuffer other) {
        other.checkNotInPlace();
        UserBuffer theirs = other.given;
        return buffer.set(other.memory(), theirs.offset(), theirs.count(), theirs.layout());
    }

    /**
     * Returns the blocks.
     *
     * @throws CommException of class BUFFER if they are in place
     */
    Blocks blocks() {
        checkNotInPlace();
        Blocks own = setBlocks();
        return written ? own.written() : own;
    }

    private Blocks setBlocks() {
        Buffer start = buffer.set(memory(), given.offset(), given.count(), haveTypes ? null : given.layout());
        if (haveTypes) return blocks.setEach(start, counts, displacements, layouts());
        return varies ? blocks.setVarying(start, counts, displacements) : blocks.setEqual(start);
    }

    private Layout[] layouts() {
        if (typesAreNull) throw new CommException(ErrorClass.ARG, "array of datatypes is null");
        for (int i = 0; i < types.length; i++) layouts[i] = TypeHandle.committed(types[i]);
        return layouts;
    }

    /** Drops the references to the program's arrays. */
    void clear() {
        given.clear();
        copied = null;
        blocking = false;
        counts = null;
        displacements = null;
        Arrays.fill(types, null);
        Arrays.fill(layouts, null);
        buffer.clear();
        blocks.clear();
    }
}
