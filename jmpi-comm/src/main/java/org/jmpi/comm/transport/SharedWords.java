package org.jmpi.comm.transport;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * The 64-bit words of memory that ranks share, by the byte that each starts at, which is a multiple of 8.
 *
 * <p>One side stores a word by {@link #setRelease}, and the other one loads it by {@link #getAcquire}: a thread that
 * sees the word sees all that was stored before it. On a 64-bit JVM, whose loads and stores of words are whole ones,
 * these are plain accesses and a fence, which costs nothing on x86. A {@link VarHandle} for a buffer does the same in
 * four times as many calls: that makes no difference once the optimizing compiler has got there, but until then, which
 * is the first second of a program, calls are what a short message takes its time for.
 */
public final class SharedWords {
    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Not so on a 32-bit JVM, where a plain load may see halves of two words. */
    private static final boolean WHOLE = !"32".equals(System.getProperty("sun.arch.data.model"));

    private static final int SHIFT = 3;

    private final ByteBuffer memory;
    private final LongBuffer words;

    /**
     * Looks at memory.
     *
     * @param memory direct, and aligned to 8 bytes
     */
    public SharedWords(ByteBuffer memory) {
        this.memory = memory.duplicate().clear().order(ByteOrder.LITTLE_ENDIAN);
        this.words = this.memory.asLongBuffer();
    }

    /**
     * {@return a word that this side has stored itself, or has learnt of by {@link #getAcquire}}
     *
     * @param at its first byte
     */
    public long get(int at) {
        return words.get(at >> SHIFT);
    }

    /**
     * Stores a word that the other side does not load before a notice.
     *
     * @param at its first byte
     * @param value what to store
     */
    public void set(int at, long value) {
        words.put(at >> SHIFT, value);
    }

    /**
     * {@return a word of the other side's; what is loaded next is not older}
     *
     * @param at its first byte
     */
    public long getAcquire(int at) {
        if (!WHOLE) return (long) WORD.getAcquire(memory, at);
        long value = words.get(at >> SHIFT);
        VarHandle.acquireFence();
        return value;
    }

    /**
     * Stores a word for the other side, after all that was stored before.
     *
     * @param at its first byte
     * @param value what to store
     */
    public void setRelease(int at, long value) {
        if (!WHOLE) {
            WORD.setRelease(memory, at, value);
            return;
        }
        VarHandle.releaseFence();
        words.put(at >> SHIFT, value);
    }

    /**
     * {@return a word, not older than what this thread has stored before as a volatile}
     *
     * @param at its first byte
     */
    public long getVolatile(int at) {
        return (long) WORD.getVolatile(memory, at);
    }

    /**
     * Stores a word; what this thread loads next is newer.
     *
     * @param at its first byte
     * @param value what to store
     */
    public void setVolatile(int at, long value) {
        WORD.setVolatile(memory, at, value);
    }

    /**
     * {@return the word that is replaced}
     *
     * @param at its first byte
     * @param value what to store
     */
    public long getAndSet(int at, long value) {
        return (long) WORD.getAndSet(memory, at, value);
    }

    /**
     * Stores a word in place of another one.
     *
     * @param at its first byte
     * @param expected the other word
     * @param value what to store
     * @return whether the other word was there
     */
    public boolean compareAndSet(int at, long expected, long value) {
        return WORD.compareAndSet(memory, at, expected, value);
    }

    /**
     * {@return the word before}
     *
     * @param at its first byte
     * @param summand what is added to it
     */
    public long getAndAdd(int at, long summand) {
        return (long) WORD.getAndAdd(memory, at, summand);
    }

    /**
     * {@return the word before}
     *
     * @param at its first byte
     * @param bits that are set in it
     */
    public long getAndBitwiseOr(int at, long bits) {
        return (long) WORD.getAndBitwiseOr(memory, at, bits);
    }

    /**
     * {@return the word before}
     *
     * @param at its first byte
     * @param bits of which all others are cleared in it
     */
    public long getAndBitwiseAnd(int at, long bits) {
        return (long) WORD.getAndBitwiseAnd(memory, at, bits);
    }
}
