package org.jmpi.dsm;

import java.nio.IntBuffer;
import java.util.Objects;
import org.jmpi.dsm.protocol.Region;

/** An array of {@code int} that all ranks of a space share, as {@link SharedDoubles}. */
public final class SharedInts extends SharedArray {
    private final IntBuffer ints;

    SharedInts(SharedSpace space, Region region, int length) {
        super(space, region, length, Integer.BYTES);
        ints = memory.asIntBuffer();
    }

    /** Does the same as {@link SharedDoubles#get}. */
    public int get(int index) {
        if (access[index >> shift] == Region.NONE) beginReading(index, 1);
        return memory.getInt(index << 2);
    }

    /** Does the same as {@link SharedDoubles#set}. */
    public void set(int index, int value) {
        if (access[index >> shift] != Region.WRITE) beginWriting(index, 1);
        memory.putInt(index << 2, value);
    }

    /** Does the same as {@link SharedDoubles#read}. */
    public void read(int index, int[] into, int offset, int count) {
        beginReading(index, count);
        ints.get(index, into, offset, count);
    }

    /** Does the same as {@link SharedDoubles#write}. */
    public void write(int index, int[] from, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, from.length);
        beginWriting(index, count);
        ints.put(index, from, offset, count);
    }
}
