package org.jmpi.bench.application;

import org.jmpi.bench.ProgressBar;

/**
 * A solution of a problem by all ranks, in one model. The constructor hands each rank its part of the problem; all
 * methods are called by all ranks, and once.
 *
 * @param <R> what the solution results in
 */
interface Solution<R> {
    /** Makes the solution of a problem; all ranks call it. */
    @FunctionalInterface
    interface Maker<P, R> {
        /** Prepares all that is not timed. */
        Solution<R> make(P problem) throws Exception;
    }

    /** Solves the problem. This is what is timed. */
    void run(ProgressBar progress) throws Exception;

    /** Returns the whole result on rank 0; what other ranks get is of no use. */
    R result() throws Exception;

    /** Frees communicators and the like. */
    default void free() throws Exception {}
}
