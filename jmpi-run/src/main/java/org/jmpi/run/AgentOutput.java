package org.jmpi.run;

import java.io.OutputStream;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Takes the output of an agent's processes. It holds them up while too much is under way to jmpirun, whose reader may
 * pause.
 */
final class AgentOutput {
    /** So many bytes of one host may be under way. */
    private static final int WINDOW = 4 << 20;

    private static final int LONGEST_PART = 256 << 10;

    private final Consumer<AgentMessage.Output> to;
    private int room = WINDOW;
    private boolean closed;

    AgentOutput(Consumer<AgentMessage.Output> to) {
        this.to = to;
    }

    /** Returns the streams of a process. */
    RankStreams streams(int process) {
        return new RankStreams(stream(process, false), stream(process, true));
    }

    private LineOutput stream(int process, boolean isError) {
        OutputStream out = new OutputStream() {
            @Override
            public void write(int b) {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int count) {
                for (int at = offset; at < offset + count; at += LONGEST_PART) {
                    byte[] part = Arrays.copyOfRange(bytes, at, Math.min(at + LONGEST_PART, offset + count));
                    if (await(part.length)) to.accept(new AgentMessage.Output(process, isError, part));
                }
            }
        };
        return new LineOutput(new Destination(out, lost -> {}), null);
    }

    /** Waits for room; returns false if nothing is sent any more. */
    private synchronized boolean await(int bytes) {
        try {
            while (room < bytes && !closed) wait();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
        room -= bytes;
        return !closed;
    }

    synchronized void taken(int bytes) {
        room += bytes;
        notifyAll();
    }

    /** Nobody takes output any more: the processes are not held up by it. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
