package org.jmpi.bench.application;

import org.jmpi.bench.ProgressBar;

/**
 * A problem of one size. It is made from a fixed seed, so it is the same on every rank.
 *
 * @param <R> what a solution results in
 */
interface Problem<R> {
    /** Returns the size in a few words, which are parted by blanks. */
    String size();

    /** Solves the problem on this rank alone; any number of times. */
    R solve(ProgressBar progress);

    /** Compares a result with that of {@link #solve}. */
    Check check(R expected, R result);
}
