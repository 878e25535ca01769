package org.jmpi.comm.communicator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.AnyOf;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.transport.Source;

/**
 * The buffer that the user attached for buffered sends (MPI-4.1 section 3.6), and the messages that lie in it. A
 * message keeps its place until it has been sent. One that finds no place waits for a while until others have been
 * sent.
 */
final class BufferedSends {
    private static final Layout BYTES = Layout.of(BasicType.BYTE);

    private final Process process;
    private final long waitNanos;
    private byte[] attached;

    /** Start and end of each region in use, by its start. */
    private final TreeMap<Integer, Integer> regions = new TreeMap<>();

    private final List<BufferedMessage> buffered = new ArrayList<>();

    /** A message in the buffer; one without bytes takes no region. */
    private record BufferedMessage(SendRequest send, int start, int length) {}

    /** Done when one of the messages in the buffer has been sent, or when it is too late. */
    private final class Room extends AnyOf {
        private final long deadline;

        Room(List<SendRequest> sends, long deadline) {
            super(sends);
            this.deadline = deadline;
        }

        @Override
        public String call() {
            return "Bsend without room until one is received of ";
        }

        @Override
        public boolean isDone() {
            return super.isDone() || process.engine().scheduler().nanoTime() - deadline >= 0;
        }
    }

    /**
     * @param waitNanos longest time in ns that a message waits for room
     */
    BufferedSends(Process process, long waitNanos) {
        this.process = process;
        this.waitNanos = waitNanos;
    }

    synchronized void attach(byte[] buffer) {
        if (buffer == null) throw new CommException(ErrorClass.BUFFER, "buffer to attach is null");
        if (attached != null)
            throw new CommException(
                    ErrorClass.BUFFER,
                    "a buffer of " + attached.length + " bytes is attached already: detach it first");
        attached = buffer;
    }

    /** Returns the buffer, once every message in it has been sent. */
    byte[] detach() {
        byte[] buffer = release();
        if (buffer == null) throw new CommException(ErrorClass.BUFFER, "no buffer is attached");
        return buffer;
    }

    /** Detaches the buffer, once every message in it has been sent; returns it, or null if there is none. */
    byte[] release() {
        while (true) {
            drain();
            synchronized (this) {
                // Another thread may have sent meanwhile.
                if (!underWay().isEmpty()) continue;
                byte[] buffer = attached;
                attached = null;
                return buffer;
            }
        }
    }

    /** Returns when every message in the buffer has been sent. Threads that wait for room go on meanwhile. */
    void drain() {
        drain("Buffer_detach", send -> true);
    }

    /** Returns when some messages in the buffer have been sent. */
    void drain(String call, Predicate<Operation> which) {
        for (SendRequest send : underWay())
            if (which.test(send)) process.engine().await(send, call);
    }

    /** Returns the messages in the buffer that have not been sent. */
    private synchronized List<SendRequest> underWay() {
        sweep();
        return buffered.stream().map(BufferedMessage::send).toList();
    }

    /**
     * Copies a message into the buffer, which becomes the payload of the request's message. If there is no room, moves
     * messages until there is.
     *
     * @return the payload
     * @throws CommException of class BUFFER if there is no room for it, after a while if there may be some later
     */
    Source buffer(SendRequest send, Source message) {
        Source copy = copy(send, message);
        if (copy != null) return copy;
        // The message in the way may have been sent already, and not been collected.
        process.engine().test(send);
        copy = copy(send, message);
        long deadline = process.engine().scheduler().nanoTime() + waitNanos;
        while (copy == null) {
            Room room = room(message.bytes(), deadline);
            process.engine().await(room, "Bsend");
            copy = copy(send, message);
            if (copy == null && process.engine().scheduler().nanoTime() - deadline >= 0) throw noRoom(message.bytes());
        }
        return copy;
    }

    /** Returns what to wait for, unless no wait makes room. */
    private synchronized Room room(long bytes, long deadline) {
        if (attached == null || bytes > attached.length) throw noRoom(bytes);
        return new Room(buffered.stream().map(BufferedMessage::send).toList(), deadline);
    }

    private synchronized Source copy(SendRequest send, Source message) {
        sweep();
        long bytes = message.bytes();
        int start = reserve(bytes);
        if (start < 0) return null;
        Segment copy = new Segment();
        copy.set(new Buffer(attached == null ? new byte[0] : attached, start, (int) bytes, BYTES));
        copy.take(message, bytes);
        buffered.add(new BufferedMessage(send, start, (int) bytes));
        return copy;
    }

    private synchronized CommException noRoom(long bytes) {
        String why = "no buffer is attached, call MPI.Buffer_attach first";
        if (attached != null && bytes > attached.length) why = "only " + attached.length + " are attached";
        else if (attached != null) why = attached.length + " attached, " + inUse();
        return new CommException(ErrorClass.BUFFER, "no room for a buffered message of " + bytes + " bytes: " + why);
    }

    private String inUse() {
        long used = 0;
        for (Map.Entry<Integer, Integer> region : regions.entrySet()) used += region.getValue() - region.getKey();
        return used + " in use by " + regions.size() + (regions.size() == 1 ? " message" : " messages")
                + " that nobody has received; waited "
                + waitNanos / 1_000_000 + " ms for room (setting jmpi.bsend.timeout.ms): attach a larger buffer";
    }

    /** Returns the start of the first gap that is long enough, now in use; -1 if there is none. */
    private int reserve(long bytes) {
        if (bytes == 0) return 0;
        if (attached == null || bytes > attached.length) return -1;
        int start = 0;
        for (Map.Entry<Integer, Integer> region : regions.entrySet()) {
            if (region.getKey() - start >= bytes) break;
            start = region.getValue();
        }
        if (attached.length - start < bytes) return -1;
        regions.put(start, start + (int) bytes);
        return start;
    }

    /** Frees the regions of messages that have been sent. */
    private void sweep() {
        buffered.removeIf(message -> {
            if (!message.send.isDone()) return false;
            if (message.length > 0) regions.remove(message.start);
            return true;
        });
    }
}
