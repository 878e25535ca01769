package org.jmpi.run.output;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.function.Consumer;

/**
 * The common output of several ranks: bytes as they are, one {@link LineOutput} at a time.
 *
 * <p>After the first failed write it reports the failure once and discards later output, so that no rank blocks.
 */
public final class OutputMerger {
    private final OutputStream out;
    private final Consumer<IOException> lost;
    private boolean isLost;
    private boolean atLineStart = true;
    /** Whose unfinished line stands at the end; null if the last line is complete. */
    private Object unfinished;

    public OutputMerger(OutputStream out, Consumer<IOException> lost) {
        this.out = out;
        this.lost = lost;
    }

    public static OutputMerger stdout(Consumer<IOException> lost) {
        return new OutputMerger(new FileOutputStream(FileDescriptor.out), lost);
    }

    public static OutputMerger stderr(Consumer<IOException> lost) {
        return new OutputMerger(new FileOutputStream(FileDescriptor.err), lost);
    }

    /** Returns whether a write failed because the reader has closed the pipe. */
    public static boolean isClosedPipe(IOException e) {
        String message = String.valueOf(e.getMessage());
        return message.contains("Broken pipe") || message.contains("pipe is being closed");
    }

    /** Writes bytes of a rank as they are. */
    synchronized void write(byte[] bytes, int from, int to) {
        if (from == to) return;
        put(bytes, from, to);
    }

    /** Writes bytes of a rank with a tag before each line; completes the unfinished line of another one first. */
    synchronized void write(Object owner, byte[] tag, byte[] bytes, int from, int to) {
        if (unfinished != null && unfinished != owner) endLine();
        ByteArrayOutputStream tagged = new ByteArrayOutputStream(2 * (to - from) + tag.length);
        for (int start = from; start < to; ) {
            int end = start;
            while (end < to && bytes[end] != '\n') end++;
            if (end < to) end++;
            if (unfinished == null) tagged.write(tag, 0, tag.length);
            tagged.write(bytes, start, end - start);
            unfinished = bytes[end - 1] == '\n' ? null : owner;
            start = end;
        }
        put(tagged.toByteArray(), 0, tagged.size());
    }

    /** Writes lines of this program's own. */
    public synchronized void lines(String text) {
        if (!atLineStart) endLine();
        byte[] bytes = (text + System.lineSeparator()).getBytes(Charset.defaultCharset());
        put(bytes, 0, bytes.length);
    }

    /**
     * Writes control sequences that leave the cursor of the terminal where it is.
     *
     * @param other leads to the same terminal, and is not written meanwhile
     */
    public synchronized void paint(OutputMerger other, String sequences) {
        synchronized (other) {
            boolean atStart = atLineStart;
            byte[] bytes = sequences.getBytes(Charset.defaultCharset());
            put(bytes, 0, bytes.length);
            atLineStart = atStart;
        }
    }

    private void endLine() {
        put(new byte[] {'\n'}, 0, 1);
        unfinished = null;
    }

    private void put(byte[] bytes, int from, int to) {
        if (isLost) return;
        try {
            out.write(bytes, from, to - from);
            atLineStart = bytes[to - 1] == '\n';
        } catch (IOException e) {
            isLost = true;
            lost.accept(e);
        }
    }
}
