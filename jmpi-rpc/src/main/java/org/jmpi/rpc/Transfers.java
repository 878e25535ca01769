package org.jmpi.rpc;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.frame.Answer;
import org.jmpi.comm.frame.Frames;
import org.jmpi.comm.frame.Peer;
import org.jmpi.comm.frame.Reply;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.operation.SendRequest;

/**
 * Copies elements between arrays of ranks. A short part travels in the request or in its answer. A long one is a
 * message of a communicator of the layer's own:
 *
 * <pre>
 * caller                              rank of the array
 *   | -- PUT_LONG part, tag ----------&gt; |   receives into the array
 *   | -- message ---------------------&gt; |
 *   | &lt;------------------------ answer -- |   when the message is there
 *   | -- GET_LONG part, tag ----------&gt; |
 *   | &lt;----------------------- message -- |
 *   | &lt;------------------------ answer -- |
 * </pre>
 *
 * A receiver starts the message: that does not wait. The word of an answer is 0, or 1 and the payload says why the part
 * can't be copied; the caller takes its message back then.
 */
final class Transfers {
    private static final int GET = 7;
    private static final int PUT = 8;
    private static final int GET_LONG = 9;
    private static final int PUT_LONG = 10;

    /** The most bytes that a request has. Above, the round trip of a message takes less time than two more copies. */
    private static final int MOST_SHORT = 16 << 10;

    private static final int HEADER = 3 * Integer.BYTES;
    private static final int TAGS = 1 << 20;

    private final RpcLayer layer;
    private final Communicator comm;
    private final AtomicInteger lastTag = new AtomicInteger();

    /** @param comm of all ranks, whose messages are these alone */
    Transfers(RpcLayer layer, Communicator comm) {
        this.layer = layer;
        this.comm = comm;
    }

    /** Registers the receivers. */
    static void register(Frames frames, RpcLayer layer) {
        frames.register(GET, (from, word, payload, answer) -> layer.transfers().take(GET, from, word, payload, answer));
        frames.register(PUT, (from, word, payload, answer) -> layer.transfers().take(PUT, from, word, payload, answer));
        frames.register(
                GET_LONG,
                (from, word, payload, answer) -> layer.transfers().take(GET_LONG, from, word, payload, answer));
        frames.register(
                PUT_LONG,
                (from, word, payload, answer) -> layer.transfers().take(PUT_LONG, from, word, payload, answer));
    }

    /** Returns when all ranks call this, or one of them is lost; takes calls meanwhile. */
    void awaitAll() {
        try {
            Communicators.least("MPI.Finalize(remote objects)", comm, 0);
        } catch (CommException lost) {
            // The ranks that are left end without an agreement.
        }
    }

    // ---- the caller ----

    private boolean isShort(int bytes) {
        return bytes <= Math.min(MOST_SHORT, layer.frames().longestPayload() - HEADER);
    }

    private static int bytes(Kind.Elements part) {
        return Math.multiplyExact(part.count(), part.type().width());
    }

    /** Copies elements from an array of a rank. */
    CompletableFuture<Void> get(GlobalRef<?> ref, int index, Kind.Elements into) {
        if (ref.isLocal()) return copied(ref, array -> copy(array, index, into.array(), into.offset(), into.count()));
        int room = bytes(into);
        if (!isShort(room)) return getLong(ref, index, into);
        CompletableFuture<Void> done = new CallFuture<>(callee(ref));
        request(GET, ref, header(index, into.count(), 0, 0), room, done, reply -> {
            Kind.unpack(reply.payload().order(ByteOrder.LITTLE_ENDIAN), into);
            done.complete(null);
        });
        return done;
    }

    /** Copies elements to an array of a rank. */
    CompletableFuture<Void> put(GlobalRef<?> ref, int index, Kind.Elements from) {
        if (ref.isLocal()) return copied(ref, array -> copy(from.array(), from.offset(), array, index, from.count()));
        int bytes = bytes(from);
        if (!isShort(bytes)) return putLong(ref, index, from);
        CompletableFuture<Void> done = new CallFuture<>(callee(ref));
        ByteBuffer payload = header(index, from.count(), 0, bytes);
        Kind.pack(from, payload.slice(HEADER, bytes).order(ByteOrder.LITTLE_ENDIAN));
        request(PUT, ref, payload, 0, done, reply -> done.complete(null));
        return done;
    }

    private CompletableFuture<Void> getLong(GlobalRef<?> ref, int index, Kind.Elements into) {
        CompletableFuture<Void> done = new CallFuture<>(callee(ref));
        int tag = nextTag(0);
        RecvRequest receive = receive(into, ref.rank(), tag, failure -> {
            if (failure == null) layer.complete(done, null);
            else done.completeExceptionally(layer.lost(callee(ref), failure));
        });
        request(GET_LONG, ref, header(index, into.count(), tag, 0), 0, done, reply -> {})
                .whenComplete((reply, failure) -> {
                    if (done.isCompletedExceptionally())
                        receive.cancel(comm.process().engine());
                });
        return done;
    }

    private CompletableFuture<Void> putLong(GlobalRef<?> ref, int index, Kind.Elements from) {
        CompletableFuture<Void> done = new CallFuture<>(callee(ref));
        int tag = nextTag(1);
        CompletableFuture<?> answered = request(
                PUT_LONG, ref, header(index, from.count(), tag, 0), 0, done, reply -> layer.complete(done, null));
        SendRequest send = send(from, ref.rank(), tag, SendMode.SYNCHRONOUS);
        answered.whenComplete((reply, failure) -> {
            if (done.isCompletedExceptionally()) send.cancel(comm.process().engine());
        });
        return done;
    }

    /**
     * Returns a tag for a message.
     *
     * @param direction 0 from the rank of the array, 1 to it: the same two ranks may copy the other way by numbers of
     *     the other one
     */
    private int nextTag(int direction) {
        return 2 * (lastTag.incrementAndGet() & TAGS - 1) + direction;
    }

    private static ByteBuffer header(int index, int count, int tag, int more) {
        ByteBuffer header = ByteBuffer.allocate(HEADER + more).order(ByteOrder.LITTLE_ENDIAN);
        return header.putInt(0, index).putInt(Integer.BYTES, count).putInt(2 * Integer.BYTES, tag);
    }

    private static Callee callee(GlobalRef<?> ref) {
        return ref.callee("copy");
    }

    /** Takes an answer that has no failure. */
    private interface Success {
        void take(Reply reply);
    }

    /** Sends a request; what it returns is complete when the answer has been taken. */
    private CompletableFuture<?> request(
            int id, GlobalRef<?> ref, ByteBuffer payload, int room, CompletableFuture<Void> done, Success success) {
        return layer.start(id, ref.id() & RpcLayer.ID_MASK, payload, room, callee(ref))
                .whenComplete((reply, failure) -> {
                    if (failure != null) done.completeExceptionally(lost(ref, failure));
                    else if (reply.word() == 0) success.take(reply);
                    else
                        done.completeExceptionally(
                                new ObjectDroppedException(callee(ref), Wire.text(little(reply.payload())), null));
                });
    }

    private RpcException lost(GlobalRef<?> ref, Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return layer.lost(callee(ref), (CommException) cause);
    }

    private static ByteBuffer little(ByteBuffer payload) {
        return payload.order(ByteOrder.LITTLE_ENDIAN);
    }

    void await(CompletableFuture<Void> done, Callee callee) {
        if (done.isDone() && !done.isCompletedExceptionally()) return;
        if (Activity.current().isSimple) throw RpcLayer.mustNotWait(callee);
        try {
            layer.await(done, callee);
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) throw failure;
            throw e;
        }
    }

    /** Does something with an array of this rank. */
    private interface Use {
        void with(Object array);
    }

    private CompletableFuture<Void> copied(GlobalRef<?> ref, Use use) {
        try {
            use.with(array(layer.exported(ref.id(), callee(ref))));
            return CompletableFuture.completedFuture(null);
        } catch (ObjectDroppedException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @SuppressWarnings("SuspiciousSystemArraycopy")
    private static void copy(Object from, int fromIndex, Object to, int toIndex, int count) {
        System.arraycopy(from, fromIndex, to, toIndex, count);
    }

    // ---- the rank of the array ----

    private static Object array(Exported target) {
        if (target.object() instanceof RemoteArray.Block block) return block.array();
        throw new IllegalArgumentException("the object is no array");
    }

    /** Takes a request; must not throw. */
    private void take(int id, Peer from, long word, ByteBuffer payload, Answer answer) {
        try {
            little(payload);
            Callee callee = new Callee(layer.rank(), (int) word, "", "copy of elements");
            Object array = array(layer.exported((int) word, callee));
            Kind.Elements part = new Kind.Elements(array, payload.getInt(), payload.getInt());
            int tag = payload.getInt();
            part.buffer().check();
            take(id, from.rank(), part, tag, payload, answer);
        } catch (RuntimeException e) {
            Wire wire = new Wire(Integer.MAX_VALUE);
            wire.putText(e.getMessage());
            answer.send(1, wire.payload());
        }
    }

    private void take(int id, int from, Kind.Elements part, int tag, ByteBuffer payload, Answer answer) {
        switch (id) {
            case GET:
                ByteBuffer packed = ByteBuffer.allocate(bytes(part)).order(ByteOrder.LITTLE_ENDIAN);
                Kind.pack(part, packed.duplicate().order(ByteOrder.LITTLE_ENDIAN));
                answer.send(0, packed);
                break;
            case PUT:
                Kind.unpack(payload, part);
                answer.send(0, null);
                break;
            case GET_LONG:
                send(part, from, tag, SendMode.STANDARD);
                answer.send(0, null);
                break;
            default:
                receive(part, from, tag, failure -> {
                    if (failure == null) answer.send(0, null);
                });
        }
    }

    // ---- messages ----

    /** Takes the end of a message. */
    private interface End {
        /** @param failure null if the message is there */
        void take(CommException failure);
    }

    private RecvRequest receive(Kind.Elements into, int from, int tag, End end) {
        RecvRequest receive = new RecvRequest();
        receive.segment().set(into.buffer());
        receive.set(comm.context(), from, from, tag, comm.process().codec());
        receive.then(done -> end.take(done.failure()));
        comm.process().engine().receive(receive);
        return receive;
    }

    private SendRequest send(Kind.Elements from, int to, int tag, SendMode mode) {
        SendRequest send = new SendRequest();
        send.segment().set(from.buffer());
        send.set(
                mode,
                comm.context(),
                layer.rank(),
                to,
                tag,
                from.type(),
                send.segment(),
                send.segment().objects());
        comm.process().engine().send(send);
        return send;
    }
}
