package org.jmpi.transport.socket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.LastView;
import org.jmpi.comm.transport.Sink;

/**
 * The frames that come from one peer; by the leader only. Bytes are read into one buffer and unpacked from there. Those
 * of a long payload that goes to native memory are read into that, but for the first ones, which come with the header.
 */
final class Inbound {
    private static final int ELEMENT = Long.BYTES;

    /**
     * The most bytes that are read before a header is known: the longest eager message with a header, and some more so
     * that this fills no buffer. The bytes of a payload that are read too early are copied.
     */
    private static final int READ_AHEAD = 72 << 10;

    /** Takes what a peer asks of the transport. */
    @FunctionalInterface
    interface Requests {
        /** A rank is asked to connect to another one; both may be any numbers. */
        void connect(int asked, int from);
    }

    private final int peer;
    private final FrameHandler handler;
    private final Requests requests;
    private final ConnectionChannel channel;
    private final ByteBuffer in;

    private Sink sink;
    private long length;
    private long position;
    private boolean departed;
    private boolean filled;

    private final LastView views = new LastView();

    /** Whether the payload is long enough to be read into its memory, and no access to that has failed. */
    private boolean uncopied;

    /**
     * @param early bytes of frames that came right behind the handshake
     */
    Inbound(
            int peer,
            FrameHandler handler,
            Requests requests,
            ConnectionChannel channel,
            int capacity,
            ByteBuffer early) {
        this.peer = peer;
        this.handler = handler;
        this.requests = requests;
        this.channel = channel;
        in = ByteBuffer.allocateDirect(Math.max(capacity, early.remaining())).order(ByteOrder.LITTLE_ENDIAN);
        in.put(early);
    }

    /**
     * Reads once and hands on what came.
     *
     * @return the bytes read, or -1 at the end of the stream
     */
    int read() throws IOException {
        ByteBuffer memory = sink == null || !uncopied ? null : sink.room(position, views);
        int bytes = memory == null ? readBuffer() : readUncopied(memory);
        if (bytes > 0) handOn();
        return bytes;
    }

    private int readBuffer() throws IOException {
        if (sink == null && channel.isClear()) in.limit(Math.min(READ_AHEAD, in.capacity()));
        int bytes = channel.read(in);
        filled = !in.hasRemaining();
        in.limit(in.capacity());
        return bytes;
    }

    /** Reads into the payload's memory. */
    private int readUncopied(ByteBuffer memory) throws IOException {
        int most = (int) Math.min(memory.remaining(), Math.min(length - position, in.capacity()));
        memory.limit(memory.position() + most);
        int bytes;
        try {
            bytes = channel.read(memory);
        } catch (RuntimeException e) {
            // The program has closed the arena of its memory. Unpacking the rest fails the operation.
            uncopied = false;
            return readBuffer();
        }
        if (bytes > 0) position += bytes;
        filled = bytes == most && position < length;
        if (position == length) end();
        return bytes;
    }

    /** Whether the last read filled the buffer, so that more may be there. */
    boolean isFilled() {
        return filled;
    }

    /** Whether the peer said that it departs; what follows is not read. */
    boolean isDeparted() {
        return departed;
    }

    String describe() {
        return sink == null ? "" : ", receiving byte " + position + " of " + length;
    }

    /** Hands on what the buffer holds, but for a part of a header or of an element at its end. */
    void handOn() {
        in.flip();
        while (!departed && in.hasRemaining()) {
            if (sink == null) {
                if (in.remaining() < Frame.HEADER_BYTES) break;
                takeHeader();
            } else if (!takePayload()) break;
        }
        if (in.hasRemaining()) in.compact();
        else in.clear();
    }

    private void takeHeader() {
        long word0 = in.getLong();
        long word1 = in.getLong();
        long word2 = in.getLong();
        long word3 = in.getLong();
        departed = FrameLayout.isDeparture(word0, word1, word2, word3);
        if (departed) return;
        if (FrameLayout.isConnectRequest(word0, word3)) {
            requests.connect((int) word1, (int) word2);
            return;
        }
        Sink next = handler.onFrame(peer, word0, word1, word2, word3);
        if (next == null) return;
        length = next.bytes();
        if (length < 0) throw new IllegalStateException("a payload of " + length + " bytes from rank " + peer);
        position = 0;
        uncopied = channel.isClear() && length >= FrameLayout.LEAST_UNCOPIED && next.room(0, views) != null;
        if (length > 0) sink = next;
        else next.end();
    }

    /** Returns false if less than an element came: bulk copies want whole ones. */
    private boolean takePayload() {
        int from = in.position();
        int end = in.limit();
        int bytes = (int) Math.min(length - position, end - from);
        // Where the rest is not copied, the buffer must hold nothing of it.
        if (bytes < length - position && !uncopied) bytes -= bytes % ELEMENT;
        if (bytes == 0) return false;
        in.limit(from + bytes);
        sink.unpack(position, in);
        if (in.hasRemaining())
            throw new IllegalStateException("a sink of " + length + " bytes took " + (in.position() - from) + " of "
                    + bytes + " at " + position);
        in.limit(end);
        position += bytes;
        if (position == length) end();
        return true;
    }

    private void end() {
        Sink ended = sink;
        sink = null;
        ended.end();
    }
}
