package org.jmpi.jobs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The end of what a process wrote: all of it up to a limit, so that one that never stops fills no memory. */
final class OutputTail {
    private static final int CHUNK = 8192;

    private final int limit;
    private byte[] kept = new byte[0];
    private long total;

    /** @param limit number of bytes to keep */
    OutputTail(int limit) {
        this.limit = limit;
    }

    /** Reads until the end of the stream. */
    void readAll(InputStream in) throws IOException {
        byte[] chunk = new byte[CHUNK];
        for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) add(chunk, length);
    }

    private void add(byte[] chunk, int length) {
        byte[] all = Arrays.copyOf(kept, kept.length + length);
        System.arraycopy(chunk, 0, all, kept.length, length);
        kept = Arrays.copyOfRange(all, Math.max(0, all.length - limit), all.length);
        total += length;
    }

    /** Returns what was kept, and says first how much was not. */
    String text() {
        String text = new String(kept, StandardCharsets.UTF_8);
        long missing = total - kept.length;
        return missing == 0 ? text : "(" + missing + " bytes before this)\n" + text;
    }
}
