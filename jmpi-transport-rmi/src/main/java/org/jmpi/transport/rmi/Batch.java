package org.jmpi.transport.rmi;

import java.nio.ByteBuffer;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Source;

/** The queue of frames to one peer, and the memory into which they are packed, call by call; by one thread. */
final class Batch {
    private static final int FIRST_BYTES = BatchLayout.PREFIX_BYTES + (8 << 10);

    private final int from;
    private final Envelopes envelopes;

    private ByteBuffer buffer = BatchLayout.allocate(FIRST_BYTES);

    private int sequence;
    private Frame first;
    private Frame last;

    private Source source;
    private boolean begun;
    private boolean lastPacked;

    // describe() looks at these without asking.
    private long length;
    private long position;

    Batch(int from, Envelopes envelopes) {
        this.from = from;
        this.envelopes = envelopes;
    }

    /** Adds frames that are linked, oldest first. */
    void add(Frame frames) {
        if (frames == null) return;
        if (first == null) first = frames;
        else last.next = frames;
        last = frames;
        while (last.next != null) last = last.next;
    }

    boolean isEmpty() {
        return first == null;
    }

    /** Returns whether the departure has been packed. */
    boolean isLastPacked() {
        return lastPacked;
    }

    /** Returns the frames that have not been packed, oldest first, and forgets them. */
    Frame takeFrames() {
        Frame frames = first;
        first = null;
        return frames;
    }

    /** Packs as many frames as fit, and tells those of which nothing is left. */
    void pack() {
        buffer.clear();
        buffer.putInt(from).putInt(sequence++);
        while (first != null && packFirst()) finish();
    }

    /** {@return the memory that begins with what was packed} */
    byte[] bytes() {
        return buffer.array();
    }

    /** {@return how many bytes were packed} */
    int length() {
        return buffer.position();
    }

    /** Returns whether the frame was packed to its end. */
    private boolean packFirst() {
        if (!begun) {
            reserve(Envelopes.MOST_BYTES);
            if (buffer.remaining() < Envelopes.MOST_BYTES) return false;
            begin();
        }
        if (position < length) packPayload();
        return position == length;
    }

    private void begin() {
        source = first.payload();
        length = source == null ? 0 : source.bytes();
        position = 0;
        begun = true;
        envelopes.write(first.word0, first.word1, first.word2, first.word3, buffer);
    }

    private void packPayload() {
        long left = length - position;
        reserve(left);
        int room = buffer.remaining();
        // Pieces of whole elements, so that both sides can copy them in bulk.
        int bytes = left <= room ? (int) left : room - room % BatchLayout.ELEMENT;
        if (bytes == 0) return;
        int end = buffer.position() + bytes;
        buffer.limit(end);
        source.pack(position, buffer);
        if (buffer.hasRemaining())
            throw new IllegalStateException("a payload of " + length + " bytes packed " + (bytes - buffer.remaining())
                    + " at " + position + " where " + bytes + " were asked for");
        buffer.limit(buffer.capacity());
        position += bytes;
    }

    /** Makes room for more bytes, as far as a batch may be that long. */
    private void reserve(long bytes) {
        if (buffer.remaining() >= bytes || buffer.capacity() == BatchLayout.LONGEST) return;
        long wanted = Math.max(buffer.position() + bytes, 2L * buffer.capacity());
        ByteBuffer larger = BatchLayout.allocate((int) Math.min(wanted, BatchLayout.LONGEST));
        buffer = larger.put(buffer.flip());
    }

    private void finish() {
        Frame frame = first;
        first = frame.next;
        frame.next = null;
        begun = false;
        source = null;
        frame.sent();
        lastPacked |= frame instanceof Departure;
    }

    String describe() {
        return begun ? ", sending byte " + position + " of " + length : "";
    }

    /** Says that this rank departs; the last frame. */
    static final class Departure extends Frame {
        Departure() {
            BatchLayout.markDeparture(this);
        }

        @Override
        public Source payload() {
            return null;
        }

        @Override
        public void sent() {
            // the call that takes it there ends the thread
        }

        @Override
        public void failed(Throwable cause) {
            // reported as the loss of the peer
        }
    }
}
