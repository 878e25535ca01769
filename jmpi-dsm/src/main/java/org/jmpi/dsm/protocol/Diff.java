package org.jmpi.dsm.protocol;

import java.nio.ByteBuffer;

/**
 * The elements of a page that have changed, as runs:
 *
 * <pre>
 *  0       2       4
 *  +-------+-------+-----------------+-------+-------+--------
 *  | start | bytes | elements        | start | bytes | ...
 *  +-------+-------+-----------------+-------+-------+--------
 * </pre>
 *
 * A run has whole elements that differ, and no equal one: another rank may have written that one at the same time.
 */
final class Diff {
    private static final int HEADER = 2 * Short.BYTES;
    private static final int HALF = 0xFFFF;

    private Diff() {}

    /** Returns the changes from a twin to a page, which have the same length. */
    static byte[] make(ByteBuffer twin, ByteBuffer page, int width) {
        ByteBuffer runs = ByteBuffer.allocate(longest(page.capacity(), width)).order(page.order());
        int length = page.capacity();
        for (int at = differing(twin, page, 0, width); at < length; at = differing(twin, page, at, width)) {
            int end = at + width;
            while (end < length && !isEqual(twin, page, end, width)) end += width;
            runs.putShort((short) at).putShort((short) (end - at));
            runs.put(runs.position(), page, at, end - at).position(runs.position() + end - at);
            at = end;
        }
        byte[] diff = new byte[runs.flip().remaining()];
        runs.get(diff);
        return diff;
    }

    private static int longest(int length, int width) {
        return length + HEADER * (length / width / 2 + 1);
    }

    /** Returns the first element from an offset on that differs, or the length. */
    private static int differing(ByteBuffer twin, ByteBuffer page, int from, int width) {
        if (from >= page.capacity()) return page.capacity();
        ByteBuffer before = twin.duplicate().position(from);
        int equal = before.mismatch(page.duplicate().position(from));
        return equal < 0 ? page.capacity() : from + equal / width * width;
    }

    private static boolean isEqual(ByteBuffer twin, ByteBuffer page, int at, int width) {
        if (width == Long.BYTES) return twin.getLong(at) == page.getLong(at);
        if (width == Integer.BYTES) return twin.getInt(at) == page.getInt(at);
        return twin.get(at) == page.get(at);
    }

    /** Brings a page up to date. */
    static void apply(ByteBuffer diff, ByteBuffer page) {
        while (diff.hasRemaining()) {
            int start = diff.getShort() & HALF;
            int bytes = diff.getShort() & HALF;
            page.put(start, diff, diff.position(), bytes);
            diff.position(diff.position() + bytes);
        }
    }
}
