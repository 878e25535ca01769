package org.jmpi.pvm;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.frame.Frames;
import org.jmpi.comm.frame.Peer;

/**
 * The way to another process with tasks, by frames.
 *
 * <pre>
 * MESSAGE  word: port of the receiver (4), tag (4)
 *          payload: | address of the sender | length of the items (4) | items, or their first part |
 * PART     word: port of the sender (4), 0 (4)      payload: the next part of the items
 * </pre>
 */
final class Link {
    private final Peer peer;
    private final int longest;

    /** Messages of which parts have come, by the port of the sender. */
    private final Map<Integer, Assembly> begun = new ConcurrentHashMap<>();

    private CompletableFuture<?> end;

    /** A message of which parts have come. */
    private record Assembly(int port, TaskAddress source, int tag, ByteBuffer bytes) {}

    /** Takes a message that is whole. */
    interface Delivery {
        void deliver(int port, Parcel parcel);
    }

    Link(Frames frames, int number) {
        this.peer = frames.peer(number);
        this.longest = frames.longestPayload();
    }

    Peer peer() {
        return peer;
    }

    boolean isGone() {
        return peer.isGone();
    }

    /**
     * Returns the end of the process: it is completed, by a failure, when the process has ended. Asks the first time;
     * not for receivers.
     *
     * @param ended runs at the end, on a thread that receives
     */
    synchronized CompletableFuture<?> watch(Runnable ended) {
        if (end == null) {
            end = askForEnd();
            end.whenComplete((reply, cause) -> ended.run());
        }
        return end;
    }

    private CompletableFuture<?> askForEnd() {
        try {
            return peer.request(TaskLayer.WATCH, 0, null, 0);
        } catch (CommException e) {
            // A spawned task may be done before the call that has spawned it returns.
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Sends a message; those of one task come one after the other.
     *
     * @param port of the receiver
     */
    void send(TaskAddress source, int port, int tag, Items items) {
        int head = 3 * Integer.BYTES + source.host().length() * Character.BYTES;
        ByteBuffer all = items.encode(head);
        Item.write(all, source);
        all.putInt(all.limit() - head).position(0);
        int end = all.limit();
        for (int from = 0; from < end; from += longest) {
            ByteBuffer part = all.duplicate().position(from).limit(Math.min(end, from + longest));
            if (from == 0) peer.send(TaskLayer.MESSAGE, word(port, tag), part);
            else peer.send(TaskLayer.PART, word(source.port(), 0), part);
        }
    }

    private static long word(int high, int low) {
        return (long) high << Integer.SIZE | low & 0xFFFF_FFFFL;
    }

    /** Takes a message or its first part, on a thread that receives. */
    void onMessage(long word, ByteBuffer payload, Delivery delivery) {
        payload.order(Items.ORDER);
        TaskAddress source = Item.readAddress(payload);
        int length = payload.getInt();
        int port = (int) (word >>> Integer.SIZE);
        if (length == payload.remaining()) {
            delivery.deliver(port, Parcel.remote(source, (int) word, payload));
            return;
        }
        ByteBuffer bytes = ByteBuffer.allocate(length).put(payload);
        begun.put(source.port(), new Assembly(port, source, (int) word, bytes));
    }

    /** Takes the next part of a message, on a thread that receives. */
    void onPart(long word, ByteBuffer payload, Delivery delivery) {
        Assembly message = begun.get((int) (word >>> Integer.SIZE));
        message.bytes().put(payload);
        if (message.bytes().hasRemaining()) return;
        begun.remove(message.source().port());
        delivery.deliver(
                message.port(),
                Parcel.remote(message.source(), message.tag(), message.bytes().flip()));
    }
}
