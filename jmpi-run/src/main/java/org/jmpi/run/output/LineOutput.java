package org.jmpi.run.output;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.transport.DaemonThread;

/**
 * One rank's stream of output: hands whole lines on at once, and an unfinished one, such as a prompt, when the rank
 * pauses or the line is longer than {@value #LONGEST_LINE} bytes.
 */
public final class LineOutput {
    private static final int LONGEST_LINE = 1 << 20;
    private static final long PAUSE_NANOS = 200_000_000;
    private static final ScheduledThreadPoolExecutor PAUSES = pauses();

    private final OutputMerger destination;
    private final byte[] tag;
    private final long pauseNanos;
    private byte[] omitted;
    private byte[] line = new byte[1024];
    private int length;
    private long lastWrite;
    private boolean watched;
    private boolean closed;

    /** @param tag what stands before each line; null if the bytes stay as they are */
    public LineOutput(OutputMerger destination, String tag) {
        this(destination, tag, PAUSE_NANOS);
    }

    /** @param pauseNanos how long a rank is silent that pauses */
    public LineOutput(OutputMerger destination, String tag, long pauseNanos) {
        this.destination = destination;
        this.pauseNanos = pauseNanos;
        this.tag = tag == null ? null : tag.getBytes(Charset.defaultCharset());
    }

    /** Leaves out each line of this text; null is none. */
    public void omit(String text) {
        omitted = text == null ? null : text.getBytes(Charset.defaultCharset());
    }

    private static ScheduledThreadPoolExecutor pauses() {
        return new ScheduledThreadPoolExecutor(1, body -> new DaemonThread(body, "jmpirun-pauses"));
    }

    public synchronized void write(byte[] bytes, int offset, int count) {
        int end = offset + count;
        int complete = end;
        while (complete > offset && bytes[complete - 1] != '\n') complete--;
        if (complete > offset) pass(bytes, offset, complete);
        if (complete < end) keep(bytes, complete, end);
    }

    /** Hands on the rest of a line, after its beginning, and whole lines. */
    private void pass(byte[] bytes, int from, int to) {
        if (length == 0) {
            put(bytes, from, to);
            return;
        }
        append(bytes, from, to);
        finish();
    }

    private void keep(byte[] bytes, int from, int to) {
        append(bytes, from, to);
        if (closed || length > LONGEST_LINE) {
            finish();
            return;
        }
        lastWrite = System.nanoTime();
        if (!watched) watch(pauseNanos);
    }

    private void append(byte[] bytes, int from, int to) {
        int count = to - from;
        if (line.length - length < count) line = Arrays.copyOf(line, Math.max(2 * line.length, length + count));
        System.arraycopy(bytes, from, line, length, count);
        length += count;
    }

    private void watch(long nanos) {
        watched = true;
        PAUSES.schedule(this::onPause, nanos, TimeUnit.NANOSECONDS);
    }

    private synchronized void onPause() {
        watched = false;
        if (length == 0) return;
        long silent = System.nanoTime() - lastWrite;
        if (silent >= pauseNanos) finish();
        else watch(pauseNanos - silent);
    }

    private void finish() {
        if (length > 0) put(line, 0, length);
        length = 0;
    }

    /** Hands an unfinished line on now; what may still come is not kept. */
    public synchronized void close() {
        closed = true;
        finish();
    }

    private void put(byte[] bytes, int from, int to) {
        int start = from;
        for (int i = from; omitted != null && i < to; i++) {
            if (i > from && bytes[i - 1] != '\n' || !isOmitted(bytes, i, to)) continue;
            if (i > start) hand(bytes, start, i);
            start = Math.min(to, i + omitted.length + 1);
            i = start - 1;
        }
        if (start < to) hand(bytes, start, to);
    }

    private boolean isOmitted(byte[] bytes, int from, int to) {
        int end = from + omitted.length;
        return end <= to
                && (end == to || bytes[end] == '\n')
                && Arrays.equals(bytes, from, end, omitted, 0, omitted.length);
    }

    private void hand(byte[] bytes, int from, int to) {
        if (tag == null) destination.write(bytes, from, to);
        else destination.write(this, tag, bytes, from, to);
    }
}
