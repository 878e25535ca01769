package org.jmpi.comm.communicator;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;

/**
 * The numbers of contexts that one process proposes for communicators.
 *
 * <p>Of the ranks of a new communicator the first one proposes {@code 2 * (serial * stride + offset)}, with the size of
 * its world and its own rank there. The stride only spreads the proposals, so that few are refused: the ranks reserve a
 * number before they use it ({@link Communicators}), and a process of another world may propose the same. A process
 * proposes a number again only after all its others. Numbers are even; the next one is the communicator's collective
 * context.
 */
public final class ContextIds {
    /** The serials of the two communicators that exist from the start. */
    private static final int PREDEFINED = 2;

    private static final int MOST_NUMBERS = 1 << 30;

    private final int offset;
    private final int stride;

    /** How many serials there are before the first number comes again. */
    private final int serials;

    private final AtomicLong next = new AtomicLong(PREDEFINED);
    private long base;

    ContextIds(int offset, int stride) {
        this(offset, stride, MOST_NUMBERS);
    }

    /**
     * @param offset this process's rank in its world
     * @param stride the number of ranks in its world
     * @param numbers how many numbers there are
     */
    ContextIds(int offset, int stride, int numbers) {
        this.offset = offset;
        this.stride = stride;
        this.serials = numbers / stride;
    }

    /** {@return the context of the world, the same at every rank} */
    public int world() {
        return id(base, 0);
    }

    /** {@return the context of this process alone} */
    public int self() {
        return id(base + 1, offset);
    }

    /** Returns the next number that this process proposes, of those that are free here. */
    int next(IntPredicate isFree) {
        int number = id(next.getAndIncrement(), offset);
        while (!isFree.test(number)) number = id(next.getAndIncrement(), offset);
        return number;
    }

    /** Returns whether a context is that of the world or of this process alone. */
    boolean isPredefined(int context) {
        return context == world() || context == self();
    }

    /**
     * Leaves out some numbers after one that was refused. Processes whose numbers meet leave out different ones.
     *
     * @param refusals how many there were in a row; the range of the numbers that are left out doubles with each
     * @param parent the context of the communicator that the new one is made from
     */
    void skip(int refusals, int parent) {
        long spread = (parent + refusals) * 0x9E3779B97F4A7C15L >>> 32;
        next.addAndGet(spread & (1L << Math.min(refusals, 20)) - 1);
    }

    /** {@return the first serial that this process has not used} */
    public long unused() {
        return next.get();
    }

    /**
     * Starts again, with the contexts of a world that follows this one.
     *
     * @param first a serial that no process has used, the same at every rank
     */
    void restart(long first) {
        base = first;
        next.set(first + PREDEFINED);
    }

    private int id(long serial, int ofRank) {
        return 2 * ((int) (serial % serials) * stride + ofRank);
    }
}
