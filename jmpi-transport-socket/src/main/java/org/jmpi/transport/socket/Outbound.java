package org.jmpi.transport.socket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.LastView;
import org.jmpi.comm.transport.Source;

/**
 * The frames on their way to one peer. Packs them into one buffer and writes that to the connection; while there is
 * none, or while it takes no more, they queue. A long payload that lies in native memory is written from there, behind
 * what is packed.
 *
 * <p>Any thread may call, and none waits for another: a thread that finds another at work leaves its frame, and the one
 * at work takes it along. The same holds for a thread that finds itself at work, as when {@link Frame#sent} sends
 * again.
 */
final class Outbound {
    /** The owner's callbacks; never called by two threads at once. */
    interface Owner {
        /** The first frame came and there is no connection. */
        void connectionWanted();

        /** Bytes wait for {@link #flush} from now on, or no longer. */
        void pending(boolean now);

        /** The connection or a payload failed; nothing more is written, and {@link #fail} is expected. */
        void broken(Throwable cause);
    }

    private static final int ELEMENT = Long.BYTES;

    /** The most bytes written from their memory at a time: 1 MiB at once takes 1.5 times as long (MemoryCost). */
    private static final int PIECE_BYTES = 512 << 10;

    private final Owner owner;
    private final int capacity;

    /** Frames left by threads that found another at work, newest first. */
    private final AtomicReference<Frame> intake = new AtomicReference<>();

    /** Calls whose work is not done yet; the thread that raises it from zero works for all. */
    private final AtomicInteger calls = new AtomicInteger();

    private volatile ConnectionChannel channel;
    private volatile Throwable gone;
    private volatile boolean flushing;

    // The fields below belong to the thread at work; describe() reads them without synchronisation.

    private Frame first;
    private Frame last;
    private long queued;

    private Source source;
    private long length;
    private long position;
    private boolean begun;

    /** The next bytes of the payload where they lie, to be written behind what is packed; null if there are none. */
    private ByteBuffer memory;

    /** Whether the payload is long enough to be written from its memory, and an access to that has not failed. */
    private boolean uncopied;

    private Frame firstPacked;
    private Frame lastPacked;

    private ByteBuffer out;
    private ByteBuffer unwritten;
    private final ByteBuffer[] gathered = new ByteBuffer[2];
    private final LastView views = new LastView();
    private boolean wanted;
    private boolean stuck;
    private boolean reported;
    private Throwable broken;

    Outbound(int capacity, Owner owner) {
        this.capacity = capacity;
        this.owner = owner;
    }

    void send(Frame frame) {
        frame.next = null;
        if (calls.get() == 0 && calls.compareAndSet(0, 1)) append(frame);
        else {
            leave(frame);
            // The frame lies in the intake before the count rises: the thread at work then sees it before it stops.
            if (calls.getAndIncrement() != 0) return;
        }
        work();
    }

    /** Gives the connection on which the frames go from now on; by the leader, once. */
    void attach(ConnectionChannel connected) {
        out = ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
        unwritten = out.duplicate();
        channel = connected;
        call();
    }

    /** Writes what the network did not take before. */
    void flush() {
        flushing = true;
        call();
    }

    /** Answers every frame, queued or yet to come, by {@link Frame#failed}. */
    void fail(Throwable cause) {
        gone = cause;
        call();
    }

    /** Whether everything that was given before has been written; meaningful while no thread sends. */
    boolean isIdle() {
        return calls.get() == 0 && intake.get() == null && first == null && !stuck;
    }

    String describe() {
        ByteBuffer packed = out;
        ByteBuffer rest = unwritten;
        long bytes = packed == null || rest == null ? 0 : packed.position() - rest.position();
        String text = queued + " frames queued, " + bytes + " bytes unwritten";
        return begun ? text + ", sending byte " + position + " of " + length : text;
    }

    private void leave(Frame frame) {
        Frame newest;
        do {
            newest = intake.get();
            frame.next = newest;
        } while (!intake.compareAndSet(newest, frame));
    }

    private void call() {
        if (calls.getAndIncrement() == 0) work();
    }

    // ---- At work ----

    private void work() {
        int seen = 1;
        boolean done = false;
        try {
            do {
                step();
                seen = calls.addAndGet(-seen);
            } while (seen != 0);
            done = true;
        } finally {
            if (!done) calls.set(0); // failed() threw: the next call goes on
        }
    }

    private void step() {
        takeIntake();
        if (gone != null) failAll(gone);
        else if (channel == null) want();
        else if (broken == null) {
            try {
                pump();
            } catch (IOException | RuntimeException | Error e) {
                broken = e;
                owner.broken(e);
            }
            if (stuck != reported) report(stuck);
        }
    }

    private void want() {
        if (wanted || first == null) return;
        wanted = true;
        owner.connectionWanted();
    }

    private void report(boolean now) {
        reported = now;
        owner.pending(now);
    }

    private void takeIntake() {
        if (intake.get() == null) return;
        Frame reversed = null;
        for (Frame frame = intake.getAndSet(null); frame != null; ) {
            Frame older = frame.next;
            frame.next = reversed;
            reversed = frame;
            frame = older;
        }
        while (reversed != null) {
            Frame newer = reversed.next;
            reversed.next = null;
            append(reversed);
            reversed = newer;
        }
    }

    private void append(Frame frame) {
        if (first == null) first = frame;
        else last.next = frame;
        last = frame;
        queued++;
    }

    /** Packs and writes in turn, until all is with the network or the network takes no more. */
    private void pump() throws IOException {
        do {
            pack();
            if (!stuck || flushing) {
                flushing = false;
                stuck = !write();
            }
            sendOff();
        } while (!stuck && first != null);
        if (!stuck) return;
        pack(); // behind what the network did not take: the buffer is full before a frame stays in the queue
        sendOff();
    }

    private boolean write() throws IOException {
        unwritten.limit(out.position());
        if (memory != null) return writeMemory();
        if (!channel.write(unwritten)) return false;
        clear();
        return true;
    }

    /**
     * Writes what is packed, and bytes of the payload from the memory of the program, by one call: a header by itself
     * would wake the peer twice.
     */
    private boolean writeMemory() throws IOException {
        int from = memory.position();
        gathered[0] = unwritten;
        gathered[1] = memory;
        try {
            channel.write(gathered);
        } catch (RuntimeException e) {
            // The program has closed the arena of its memory. Packing the rest fails the operation.
            uncopied = false;
            memory = null;
            return true;
        } finally {
            gathered[1] = null;
        }
        position += memory.position() - from;
        if (!unwritten.hasRemaining()) clear();
        if (memory.hasRemaining()) return false;
        memory = null;
        return true;
    }

    private void clear() {
        out.clear();
        unwritten.clear();
    }

    /** Packs frames from the queue while there is room for them. */
    private void pack() {
        while (first != null) {
            if (!begun && !begin()) return;
            if (position < length && !findMemory()) packPayload();
            if (position < length) return;
            finish();
        }
    }

    private boolean begin() {
        if (capacity - out.position() < Frame.HEADER_BYTES) return false;
        source = first.payload();
        length = source == null ? 0 : source.bytes();
        position = 0;
        begun = true;
        uncopied = channel.isClear() && length >= FrameLayout.LEAST_UNCOPIED;
        FrameLayout.putHeader(first, out);
        return true;
    }

    /** Returns whether the next bytes of the payload are written from their memory. */
    private boolean findMemory() {
        if (!uncopied || memory != null) return uncopied;
        memory = source.memory(position, views);
        uncopied = memory != null;
        if (uncopied) memory.limit(memory.position() + Math.min(memory.remaining(), PIECE_BYTES));
        return uncopied;
    }

    private void packPayload() {
        int from = out.position();
        int room = capacity - from;
        // Pieces of whole elements, so that the source can copy them in bulk.
        long bytes = length - position <= room ? length - position : room - room % ELEMENT;
        if (bytes == 0) return;
        out.limit(from + (int) bytes);
        source.pack(position, out);
        if (out.hasRemaining())
            throw new IllegalStateException("a payload of " + length + " bytes packed " + (out.position() - from)
                    + " at " + position + " where " + bytes + " were asked for");
        out.limit(capacity);
        position += bytes;
    }

    private void finish() {
        Frame frame = first;
        first = frame.next;
        frame.next = null;
        queued--;
        begun = false;
        source = null;
        memory = null;
        if (firstPacked == null) firstPacked = frame;
        else lastPacked.next = frame;
        lastPacked = frame;
    }

    /** Concludes the frames that are packed, after the write: the peer need not wait for what they do then. */
    private void sendOff() {
        while (firstPacked != null) {
            Frame frame = firstPacked;
            firstPacked = frame.next;
            frame.next = null;
            frame.sent();
        }
    }

    private void failAll(Throwable cause) {
        if (reported) report(false);
        while (firstPacked != null || first != null) {
            if (firstPacked == null) finish();
            Frame frame = firstPacked;
            firstPacked = frame.next;
            frame.next = null;
            frame.failed(cause);
        }
    }
}
