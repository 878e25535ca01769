package org.jmpi.comm.progress;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jmpi.comm.progress.PipeNetwork.Packet;
import org.jmpi.comm.progress.PipeNetwork.Pipe;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Sink;

/** One rank's end of the pipes to and from a peer. */
final class PipePeer implements Endpoint {
    /** A prime, so that pieces end in the middle of elements. */
    private static final int PIECE = 4099;

    private final int number;
    private final FrameHandler handler;
    private final Pipe out;
    private final Pipe in;
    private final Runnable wake;

    /** Frames that wait; guarded by itself, and so is what became of the peer. */
    private final ArrayDeque<Frame> queue = new ArrayDeque<>();

    private Throwable gone;

    /** Whether the handler knows that the peer is gone. Until then frames are queued. */
    private boolean failing;

    private boolean departed;

    /** Whether this rank has polled: the first frames wait for that, as they do for a connection. */
    private volatile boolean connected;

    private final AtomicBoolean writing = new AtomicBoolean();

    // The frame under way to the peer; guarded by writing.
    private boolean begun;
    private long sent;

    // The frame under way from the peer; touched by the thread that polls.
    private Sink sink;
    private long expected;
    private long received;

    private volatile long packets;

    PipePeer(int number, FrameHandler handler, Pipe out, Pipe in, Runnable wake) {
        this.number = number;
        this.handler = handler;
        this.out = out;
        this.in = in;
        this.wake = wake;
    }

    int number() {
        return number;
    }

    @Override
    public boolean isReached() {
        return packets > 0;
    }

    @Override
    public long received() {
        return packets;
    }

    @Override
    public void send(Frame frame) {
        Throwable cause;
        synchronized (queue) {
            cause = failing ? gone : null;
            if (cause == null) queue.add(frame);
        }
        if (cause != null) frame.failed(cause);
        else if (connected && write()) wake.run();
        if (!flushed()) handler.onWork();
    }

    boolean move() {
        connected = true;
        synchronized (queue) {
            if (gone != null) return false;
        }
        Throwable cause = in.broken();
        if (cause != null) {
            lose(cause);
            return true;
        }
        boolean wrote = write();
        boolean read = false;
        try {
            read = read();
        } catch (RuntimeException e) {
            out.breakWith(new IllegalStateException("refused a frame: " + e.getMessage(), e));
            lose(e);
        }
        if (wrote || read) wake.run();
        return wrote || read;
    }

    /** Writes what the pipe has room for, unless another thread does, or this one further down its stack. */
    private boolean write() {
        if (!writing.compareAndSet(false, true)) return false;
        try {
            return writeQueued();
        } finally {
            writing.set(false);
        }
    }

    private boolean writeQueued() {
        boolean wrote = false;
        for (int room = out.room(); room >= PIECE; room = out.room()) {
            Frame frame;
            synchronized (queue) {
                frame = gone == null ? queue.peek() : null;
            }
            if (frame == null) break;
            write(frame);
            wrote = true;
        }
        return wrote;
    }

    private void write(Frame frame) {
        long bytes = frame.payload() == null ? 0 : frame.payload().bytes();
        if (!begun) {
            long[] words = {frame.word0, frame.word1, frame.word2, frame.word3};
            out.write(new Packet(words, bytes, null));
            begun = true;
            sent = 0;
        } else {
            byte[] piece = new byte[(int) Math.min(PIECE, bytes - sent)];
            frame.payload().pack(sent, ByteBuffer.wrap(piece).order(ByteOrder.LITTLE_ENDIAN));
            out.write(new Packet(null, 0, piece));
            sent += piece.length;
        }
        if (sent < bytes) return;
        begun = false;
        synchronized (queue) {
            // Whoever failed what is queued has failed this one.
            if (queue.poll() != frame) return;
        }
        frame.sent();
    }

    private boolean read() {
        boolean read = false;
        for (Packet packet = in.read(); packet != null; packet = in.read()) {
            read = true;
            packets++;
            if (packet == Packet.FAREWELL) {
                Throwable cause = new IllegalStateException("rank " + number + " has departed");
                if (!claim(cause)) break;
                handler.onPeerDeparted(number);
                failQueued(cause);
                break;
            }
            if (packet.header() != null) begin(packet);
            else unpack(packet.piece());
        }
        return read;
    }

    private void begin(Packet packet) {
        long[] words = packet.header();
        sink = handler.onFrame(number, words[0], words[1], words[2], words[3]);
        expected = packet.length();
        received = 0;
        if (sink != null && sink.bytes() != expected)
            throw new IllegalStateException("sink of " + sink.bytes() + " bytes for " + expected);
        if (sink != null && expected == 0) sink.end();
    }

    private void unpack(byte[] piece) {
        ByteBuffer chunk = ByteBuffer.wrap(piece).order(ByteOrder.LITTLE_ENDIAN);
        sink.unpack(received, chunk);
        if (chunk.hasRemaining()) throw new IllegalStateException("not consumed: " + chunk.remaining());
        received += piece.length;
        if (received == expected) sink.end();
    }

    private void lose(Throwable cause) {
        if (!claim(cause)) return;
        handler.onPeerLost(number, cause);
        failQueued(cause);
    }

    private boolean claim(Throwable cause) {
        synchronized (queue) {
            if (gone != null) return false;
            gone = cause;
            return true;
        }
    }

    private void failQueued(Throwable cause) {
        List<Frame> failed;
        synchronized (queue) {
            failing = true;
            failed = new ArrayList<>(queue);
            queue.clear();
        }
        for (Frame frame : failed) frame.failed(cause);
    }

    boolean flushed() {
        synchronized (queue) {
            return queue.isEmpty();
        }
    }

    boolean hasDeparted() {
        return departed;
    }

    void depart() {
        departed = true;
        out.write(Packet.FAREWELL);
        wake.run();
        Throwable cause = new IllegalStateException("this rank has departed");
        if (claim(cause)) failQueued(cause);
    }

    @Override
    public String toString() {
        synchronized (queue) {
            return number + ": " + queue.size() + " frames wait" + (gone == null ? "" : ", " + gone.getMessage());
        }
    }
}
