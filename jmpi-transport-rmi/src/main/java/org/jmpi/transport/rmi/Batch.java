package org.jmpi.transport.rmi;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Source;

/** Packs queued frames into the arguments of remote calls. Used by one thread. */
final class Batch {
    private Frame first;
    private Frame last;

    /** The payload of the first frame, after its header has been packed. */
    private Source source;

    private boolean begun;

    // read without a lock by describe()
    private long length;
    private long position;

    /** Adds linked frames, oldest first. */
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

    /** Returns the frames that are not packed completely, oldest first, and removes them. */
    Frame takeFrames() {
        Frame frames = first;
        first = null;
        return frames;
    }

    /** Packs as many frames as fit, and reports each completely packed frame as sent. */
    byte[] pack() {
        ByteBuffer batch = BatchLayout.wrap(new byte[bytes()]);
        while (first != null && packFirst(batch)) finish();
        return batch.hasRemaining() ? Arrays.copyOf(batch.array(), batch.position()) : batch.array();
    }

    /** Returns the length of the remaining frames, at most {@link BatchLayout#LONGEST}. */
    private int bytes() {
        long bytes = 0;
        for (Frame frame = first; frame != null && bytes < BatchLayout.LONGEST; frame = frame.next)
            bytes += begun && frame == first ? length - position : Frame.HEADER_BYTES + bytes(frame.payload());
        return (int) Math.min(bytes, BatchLayout.LONGEST);
    }

    private static long bytes(Source payload) {
        return payload == null ? 0 : payload.bytes();
    }

    /** Returns whether the frame is packed completely. */
    private boolean packFirst(ByteBuffer batch) {
        if (!begun) {
            if (batch.remaining() < Frame.HEADER_BYTES) return false;
            begin(batch);
        }
        if (position < length) packPayload(batch);
        return position == length;
    }

    private void begin(ByteBuffer batch) {
        source = first.payload();
        length = bytes(source);
        position = 0;
        begun = true;
        batch.putLong(first.word0).putLong(first.word1).putLong(first.word2).putLong(first.word3);
    }

    private void packPayload(ByteBuffer batch) {
        long left = length - position;
        int room = batch.remaining();
        // Both sides copy whole elements in bulk.
        int bytes = left <= room ? (int) left : room - room % BatchLayout.ELEMENT;
        if (bytes == 0) return;
        batch.limit(batch.position() + bytes);
        source.pack(position, batch);
        if (batch.hasRemaining())
            throw new IllegalStateException("a payload of " + length + " bytes packed " + (bytes - batch.remaining())
                    + " bytes at " + position + ", expected " + bytes);
        batch.limit(batch.capacity());
        position += bytes;
    }

    private void finish() {
        Frame frame = first;
        first = frame.next;
        frame.next = null;
        begun = false;
        source = null;
        frame.sent();
    }

    String describe() {
        return begun ? ", sending byte " + position + " of " + length : "";
    }
}
