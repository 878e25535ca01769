package org.jmpi.bench.application;

import org.jmpi.bench.ProgressBar;

/**
 * A solution of a problem by all ranks, in one model. The constructor hands each rank its part of the problem; all
 * methods are called by all ranks, and once. They may throw what JPVM's methods do, which is no {@link Exception}.
 *
 * @param <R> what the solution results in
 */
interface Solution<R> {
    /** Makes the solution of a problem; all ranks call it. */
    @FunctionalInterface
    interface Maker<P, R> {
        /** Prepares all that is not timed. */
        Solution<R> make(P problem) throws Throwable;
    }

    /** Solves the problem. This is what is timed. */
    void run(ProgressBar progress) throws Throwable;

    /** Returns what the model counts, as rank 0 prints it; all ranks call it, after {@link #run}. */
    default String statistics() throws Throwable {
        return "";
    }

    /** Returns the whole result on rank 0; what other ranks get is of no use. */
    R result() throws Throwable;

    /** Frees communicators and the like. */
    default void free() throws Throwable {}
}
