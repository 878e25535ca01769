package org.jmpi.run.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.function.Consumer;

/** Leads to the standard input of a process on another host. It holds back bytes that the process has not taken yet. */
final class RemoteInput extends OutputStream {
    /** Stands for a number of bytes if the process takes no more. */
    static final int CLOSED = -1;

    /** So many bytes may be under way. */
    private static final int WINDOW = 256 << 10;

    private static final byte[] END = {};

    private final Consumer<byte[]> to;
    private int room = WINDOW;
    private boolean closed;

    /** @param to sends bytes; none is the end of the input */
    RemoteInput(Consumer<byte[]> to) {
        this.to = to;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    /** Blocks while the process takes nothing. */
    @Override
    public synchronized void write(byte[] bytes, int offset, int count) throws IOException {
        for (int at = offset; at < offset + count; ) {
            awaitRoom();
            int part = Math.min(Math.min(room, AgentOutput.LONGEST_PART), offset + count - at);
            to.accept(Arrays.copyOfRange(bytes, at, at + part));
            room -= part;
            at += part;
        }
    }

    private void awaitRoom() throws IOException {
        try {
            while (room == 0 && !closed) wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        if (closed) throw new IOException("the process takes no more input");
    }

    /** The process has taken so many bytes, or takes no more. */
    synchronized void taken(int bytes) {
        if (bytes == CLOSED) closed = true;
        else room += bytes;
        notifyAll();
    }

    @Override
    public synchronized void close() {
        if (!closed) to.accept(END);
        closed = true;
    }
}
