package org.jmpi.bench.jobs;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The end of what a process wrote: all of it up to a limit, so that one that never stops fills no memory. */
public final class OutputTail extends OutputStream {
    private final int limit;
    private byte[] kept = new byte[0];
    private int length;
    private long dropped;

    /** @param limit number of bytes to keep */
    public OutputTail(int limit) {
        this.limit = limit;
    }

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        if (length + count > kept.length) makeRoom(count);
        System.arraycopy(bytes, offset, kept, length, count);
        length += count;
    }

    /** Drops what is beyond the limit only when there is as much again, so that short writes cost no copy each. */
    private void makeRoom(int count) {
        if (length > 2 * limit) drop(length - limit);
        if (length + count > kept.length) kept = Arrays.copyOf(kept, Math.max(2 * kept.length, length + count));
    }

    private void drop(int count) {
        System.arraycopy(kept, count, kept, 0, length - count);
        length -= count;
        dropped += count;
    }

    /** Returns what was kept, and says first how much was not. */
    public String text() {
        if (length > limit) drop(length - limit);
        String text = new String(kept, 0, length, StandardCharsets.UTF_8);
        return dropped == 0 ? text : "(" + dropped + " bytes before this)\n" + text;
    }
}
