package org.jmpi.comm.transport;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A frame of the tests: word0 is its kind, word1 the length of its payload, word2 a number, word3 anything. */
public class Letter extends Frame {
    public static final long PLAIN = 1;

    private final Source payload;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final AtomicInteger answers = new AtomicInteger();

    public Letter(long kind, long number, byte[] payload) {
        this(kind, number, payload == null ? null : new Bytes.Out(payload));
    }

    private Letter(long kind, long number, Source payload) {
        this.payload = payload;
        word0 = kind;
        word1 = payload == null ? 0 : payload.bytes();
        word2 = number;
        word3 = ~number;
    }

    /** A letter whose bytes follow from its number. */
    public static Letter of(long number, int length) {
        return new Letter(PLAIN, number, length == 0 ? null : Bytes.pattern(length, number));
    }

    /** The same letter from native memory. */
    public static Letter ofNative(long number, int length) {
        return new Letter(PLAIN, number, length == 0 ? null : new NativeBytes.Out(Bytes.pattern(length, number)));
    }

    public long packed() {
        return payload instanceof NativeBytes.Out out ? out.packed() : ((Bytes.Out) payload).packed();
    }

    /** Waits until the frame was sent; throws what it failed with. */
    public void awaitSent() throws Exception {
        done.get(TransportContract.LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    public boolean isDone() {
        return done.isDone();
    }

    /** How often sent() or failed() was called. */
    public int answers() {
        return answers.get();
    }

    @Override
    public Source payload() {
        return payload;
    }

    @Override
    public void sent() {
        answers.incrementAndGet();
        done.complete(null);
    }

    @Override
    public void failed(Throwable cause) {
        answers.incrementAndGet();
        done.completeExceptionally(cause);
    }
}
