package org.jmpi.run.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jmpi.run.output.LineOutput;
import org.jmpi.run.output.OutputMerger;
import org.jmpi.run.output.RankStreams;

/**
 * Takes the output of an agent's processes, and their recordings. It holds them up while too much is under way to
 * jmpirun, whose reader may pause.
 */
final class AgentOutput {
    /** So many bytes of one host may be under way. */
    private static final int WINDOW = 4 << 20;

    /** Heart-beats pass between two parts. */
    static final int LONGEST_PART = 32 << 10;

    private final Consumer<AgentMessage> to;
    private int room = WINDOW;
    private boolean closed;

    AgentOutput(Consumer<AgentMessage> to) {
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
        return new LineOutput(new OutputMerger(out, lost -> {}), null);
    }

    /**
     * Sends the recording of a process.
     *
     * @param first the first rank of the process
     * @return whether jmpirun has taken all of it
     */
    boolean send(int first, Path recording) throws IOException {
        try (InputStream in = Files.newInputStream(recording)) {
            for (byte[] part = in.readNBytes(LONGEST_PART); part.length > 0; part = in.readNBytes(LONGEST_PART))
                if (await(part.length)) to.accept(new AgentMessage.Recording(first, part));
        }
        boolean isTaken = await(WINDOW);
        taken(WINDOW);
        return isTaken;
    }

    /** Waits for room; returns false if nothing is sent any more. */
    private synchronized boolean await(int bytes) {
        try {
            while (room < bytes && !closed) wait();
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        }
        room -= bytes;
        return !closed;
    }

    synchronized void taken(int bytes) {
        room += bytes;
        notifyAll();
    }

    /** Discards later output: the processes do not block on it. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
