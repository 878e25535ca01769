package org.jmpi.run.output;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.transport.DaemonThread;

/** A thread that passes what a process writes on, byte for byte, until the process closes its end. */
public final class OutputForwarder {
    private static final int CHUNK = 64 << 10;

    private final InputStream from;
    private final LineOutput to;
    private final ExceptionLine exception;
    private final Thread thread;

    /** Whether it waits for the process to write, and since when it has passed nothing on. */
    private volatile boolean idle;

    private volatile long idleSince;

    public OutputForwarder(String name, InputStream from, LineOutput to, ExceptionLine exception) {
        this.from = from;
        this.to = to;
        this.exception = exception;
        thread = new DaemonThread(this::forward, name);
        thread.start();
    }

    /** Waits until all is passed on, at most {@code nanos}. */
    public void await(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, nanos));
    }

    /**
     * Waits until all is passed on, or the process has written nothing for {@code nanos}, however long a write takes.
     */
    public void awaitSilence(long nanos) throws InterruptedException {
        for (long left = nanos - idleNanos(); left > 0 && thread.isAlive(); left = nanos - idleNanos()) await(left);
    }

    private long idleNanos() {
        return idle ? System.nanoTime() - idleSince : 0;
    }

    private void forward() {
        byte[] chunk = new byte[CHUNK];
        for (int count = read(chunk); count >= 0; count = read(chunk)) {
            exception.see(chunk, count);
            to.write(chunk, 0, count);
        }
        to.close();
    }

    private int read(byte[] chunk) {
        idleSince = System.nanoTime();
        idle = true;
        try {
            return from.read(chunk);
        } catch (IOException e) {
            // The JVM closes the pipe of a process that has ended.
            return -1;
        } finally {
            idle = false;
        }
    }
}
