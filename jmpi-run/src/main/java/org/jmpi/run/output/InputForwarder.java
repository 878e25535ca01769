package org.jmpi.run.output;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.transport.DaemonThread;

/** A thread that gives every rank a copy of an input, as fast as the slowest of them reads. */
public final class InputForwarder {
    private static final int CHUNK = 64 << 10;

    private final InputStream from;
    private final List<OutputStream> to;

    public InputForwarder(InputStream from, List<OutputStream> to) {
        this.from = from;
        this.to = new ArrayList<>(to);
        new DaemonThread(this::forward, "jmpirun-stdin").start();
    }

    private void forward() {
        byte[] chunk = new byte[CHUNK];
        for (int count = read(chunk); count >= 0 && !to.isEmpty(); count = read(chunk)) {
            int bytes = count;
            to.removeIf(rank -> !write(rank, chunk, bytes));
        }
        to.forEach(InputForwarder::end);
    }

    private int read(byte[] chunk) {
        try {
            return from.read(chunk);
        } catch (IOException e) {
            // An input that cannot be read, such as a closed one, is at its end.
            return -1;
        }
    }

    /** Returns whether the rank still takes input. */
    private static boolean write(OutputStream rank, byte[] chunk, int count) {
        try {
            rank.write(chunk, 0, count);
            rank.flush();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void end(OutputStream rank) {
        try {
            rank.close();
        } catch (IOException ignored) {
            // The rank has ended.
        }
    }
}
