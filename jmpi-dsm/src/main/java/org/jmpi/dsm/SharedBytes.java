package org.jmpi.dsm;

import java.util.Objects;
import org.jmpi.dsm.protocol.Region;

/** An array of {@code byte} that all ranks of a space share, as {@link SharedDoubles}. */
public final class SharedBytes extends SharedArray {
    SharedBytes(SharedSpace space, Region region, int length) {
        super(space, region, length, Byte.BYTES);
    }

    /** Does the same as {@link SharedDoubles#get}. */
    public byte get(int index) {
        if (access[index >> shift] == Region.NONE) beginReading(index, 1);
        return memory.get(index);
    }

    /** Does the same as {@link SharedDoubles#set}. */
    public void set(int index, byte value) {
        if (access[index >> shift] != Region.WRITE) beginWriting(index, 1);
        memory.put(index, value);
    }

    /** Does the same as {@link SharedDoubles#read}. */
    public void read(int index, byte[] into, int offset, int count) {
        beginReading(index, count);
        memory.get(index, into, offset, count);
    }

    /** Does the same as {@link SharedDoubles#write}. */
    public void write(int index, byte[] from, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, from.length);
        beginWriting(index, count);
        memory.put(index, from, offset, count);
    }
}
