package org.jmpi.comm.window;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.frame.Peer;
import org.jmpi.comm.frame.Reply;
import org.jmpi.comm.op.Predefined;

/** Frames to a target whose memory this rank does not share. The target handles them in the order of their sending. */
final class FramePath implements Path {
    private final Communicator comm;
    private final Peer peer;
    private final int window;
    private final Extent extent;
    private final int mostBytes;
    private final Layouts layouts = new Layouts();

    /** Why an access without an operation has failed; the next flush throws it. */
    private final AtomicReference<CommException> failure = new AtomicReference<>();

    /** The accesses that have been sent. */
    private final AtomicLong sent = new AtomicLong();

    /** The number of the last one that reads. */
    private final AtomicLong lastRead = new AtomicLong();

    /**
     * The accesses that are complete. The answer to a flush adds those sent before it: a thread also waits for its
     * accesses while the flush of another thread is under way.
     */
    private final AtomicLong flushed = new AtomicLong();

    /**
     * @param comm that of the window
     * @param extent of the target's memory
     * @param longestPayload of a frame, in bytes
     */
    FramePath(Communicator comm, Peer peer, Extent extent, int longestPayload) {
        this.comm = comm;
        this.peer = peer;
        this.window = comm.context();
        this.extent = extent;
        this.mostBytes = AccessFrame.mostBytes(longestPayload);
    }

    @Override
    public void put(Segment origin, TargetItems items, WindowOperation request) {
        write(WindowLayer.PUT, origin, items, Predefined.REPLACE, request);
    }

    @Override
    public void accumulate(Segment origin, TargetItems items, Predefined op, WindowOperation request) {
        write(WindowLayer.ACCUMULATE, origin, items, op, request);
    }

    private void write(int id, Segment origin, TargetItems items, Predefined op, WindowOperation request) {
        Layouts.Known layout = acquire(items);
        try {
            for (long at = 0; at < origin.bytes(); at += mostBytes) {
                int part = (int) Math.min(mostBytes, origin.bytes() - at);
                ByteBuffer frame = AccessFrame.of(items, layout.number(), op.number(), at, part)
                        .with(origin);
                if (request == null) peer.send(id, window, frame);
                else request.expect(peer.request(id, window, frame, WindowOperation.ROOM), payload -> {});
            }
        } finally {
            layouts.release(layout);
        }
        sent.incrementAndGet();
    }

    /** Checks the items, and returns their layout, which the target knows. */
    private Layouts.Known acquire(TargetItems items) {
        if (extent.size() >= 0) extent.start(items);
        return layouts.acquire(items.layout(), form -> peer.send(WindowLayer.LAYOUT, window, form));
    }

    @Override
    public void get(Segment origin, TargetItems items, WindowOperation request) {
        read(WindowLayer.GET, null, origin, items, Predefined.NO_OP, request);
    }

    @Override
    public void getAccumulate(
            Segment origin, Segment result, TargetItems items, Predefined op, WindowOperation request) {
        read(WindowLayer.GET_ACCUMULATE, op == Predefined.NO_OP ? null : origin, result, items, op, request);
    }

    private void read(
            int id, Segment operands, Segment result, TargetItems items, Predefined op, WindowOperation request) {
        Layouts.Known layout = acquire(items);
        Segment kept = copy(result);
        try {
            for (long at = 0; at < result.bytes(); at += mostBytes) {
                int part = (int) Math.min(mostBytes, result.bytes() - at);
                AccessFrame access = AccessFrame.of(items, layout.number(), op.number(), at, part);
                ByteBuffer frame = operands == null ? access.alone() : access.with(operands);
                expect(peer.request(id, window, frame, Math.max(part, WindowOperation.ROOM)), request, kept, at);
            }
        } finally {
            layouts.release(layout);
        }
        sentRead();
    }

    @Override
    public void compareAndSwap(Segment origin, Segment compare, Segment result, TargetItems items) {
        int bytes = (int) origin.bytes();
        Layouts.Known layout = acquire(items);
        try {
            ByteBuffer frame = AccessFrame.of(items, layout.number(), Predefined.REPLACE.number(), 0, bytes)
                    .with(compare, origin);
            expect(
                    peer.request(WindowLayer.COMPARE_AND_SWAP, window, frame, WindowOperation.ROOM),
                    null,
                    copy(result),
                    0);
        } finally {
            layouts.release(layout);
        }
        sentRead();
    }

    private void sentRead() {
        lastRead.accumulateAndGet(sent.incrementAndGet(), Math::max);
    }

    /** Returns a segment for the answers, as the other one is used again. */
    private static Segment copy(Segment result) {
        Segment copy = new Segment();
        copy.set(result);
        return copy;
    }

    private void expect(CompletableFuture<Reply> reply, WindowOperation request, Segment result, long position) {
        Consumer<ByteBuffer> taken = answer -> store(result, position, answer);
        if (request != null) request.expect(reply, taken);
        else
            reply.whenComplete((answer, cause) -> {
                CommException failed = WindowOperation.take(answer, cause, taken);
                if (failed != null) failure.compareAndSet(null, failed);
            });
    }

    /**
     * Writes an answer into the memory of the program, unless a call may have failed in place of it. A thread of the
     * program that finds the window revoked, or the target gone, comes to {@link #failure} before its call fails. If
     * that is before this, this finds the same and writes nothing; else it waits for this.
     *
     * @throws CommException why nothing is written
     */
    private synchronized void store(Segment result, long position, ByteBuffer answer) {
        CommException over = comm.revocation();
        if (over == null)
            over = comm.process().engine().peers().get(peer.rank()).gone();
        if (over != null) throw over;
        result.unpack(position, answer);
    }

    @Override
    public boolean isAccessing() {
        return sent.get() > flushed.get();
    }

    /** The target answers after it has answered the reads before, and so their answers have come before. */
    @Override
    public void flush(WindowOperation flush) {
        long before = sent.get();
        CompletableFuture<Reply> reply = peer.request(WindowLayer.FLUSH, window, null, WindowOperation.ROOM);
        flush.expect(reply, any -> flushed.accumulateAndGet(before, Math::max));
    }

    @Override
    public synchronized CommException failure() {
        return failure.getAndSet(null);
    }

    @Override
    public boolean isReading() {
        return lastRead.get() > flushed.get();
    }
}
