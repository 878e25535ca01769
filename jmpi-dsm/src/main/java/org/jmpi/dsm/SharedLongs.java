package org.jmpi.dsm;

import java.nio.LongBuffer;
import java.util.Objects;
import org.jmpi.dsm.protocol.Region;

/** An array of {@code long} that all ranks of a space share, as {@link SharedDoubles}. */
public final class SharedLongs extends SharedArray {
    private final LongBuffer longs;

    SharedLongs(SharedSpace space, Region region, int length) {
        super(space, region, length, Long.BYTES);
        longs = memory.asLongBuffer();
    }

    /** Does the same as {@link SharedDoubles#get}. */
    public long get(int index) {
        if (access[index >> shift] == Region.NONE) beginReading(index, 1);
        return memory.getLong(index << 3);
    }

    /** Does the same as {@link SharedDoubles#set}. */
    public void set(int index, long value) {
        if (access[index >> shift] != Region.WRITE) beginWriting(index, 1);
        memory.putLong(index << 3, value);
    }

    /** Does the same as {@link SharedDoubles#read}. */
    public void read(int index, long[] into, int offset, int count) {
        beginReading(index, count);
        longs.get(index, into, offset, count);
    }

    /** Does the same as {@link SharedDoubles#write}. */
    public void write(int index, long[] from, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, from.length);
        beginWriting(index, count);
        longs.put(index, from, offset, count);
    }
}
