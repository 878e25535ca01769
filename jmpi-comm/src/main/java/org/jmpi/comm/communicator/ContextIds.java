package org.jmpi.comm.communicator;

import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * The numbers of contexts that one process gives to communicators.
 *
 * <p>Of the ranks of a new communicator the first one names its context: {@code 2 * (serial * size + rank)}, with the
 * size of the world and its own rank there. So no two processes ever name the same one, and threads that make
 * communicators at the same time need not agree on anything. Numbers are even; the next one is the communicator's
 * collective context.
 */
public final class ContextIds {
    /** The serials of the two communicators that exist from the start. */
    private static final int PREDEFINED = 2;

    private final int rank;
    private final int size;
    private final AtomicInteger next = new AtomicInteger(PREDEFINED);
    private int base;

    /**
     * @param rank this process's rank in the world
     * @param size the number of ranks in the world
     */
    public ContextIds(int rank, int size) {
        this.rank = rank;
        this.size = size;
    }

    /** {@return the context of the world, the same at every rank} */
    public int world() {
        return id(base, 0);
    }

    /** {@return the context of this process alone} */
    public int self() {
        return id(base + 1, rank);
    }

    /** Returns whether a context is that of the world or of this process alone. */
    boolean isPredefined(int context) {
        return context == world() || context == self();
    }

    /**
     * Returns a context that no communicator of any process has had.
     *
     * @throws CommException of class INTERN if all have been used
     */
    int next() {
        return id(next.getAndIncrement(), rank);
    }

    /** {@return the first serial that this process has not used} */
    public int unused() {
        return next.get();
    }

    /**
     * Starts again, with the contexts of a world that follows this one.
     *
     * @param first a serial that no process has used, the same at every rank
     */
    void restart(int first) {
        base = first;
        next.set(first + PREDEFINED);
    }

    private int id(int serial, int ofRank) {
        long id = 2 * ((long) serial * size + ofRank);
        if (serial < 0 || id >= Integer.MAX_VALUE)
            throw new CommException(
                    ErrorClass.INTERN, "no context is left: rank " + rank + " has made " + serial + " communicators");
        return (int) id;
    }
}
