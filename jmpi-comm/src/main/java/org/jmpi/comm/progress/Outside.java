package org.jmpi.comm.progress;

/**
 * A wait for something that no rank of the job brings.
 *
 * @param <T> what it returns
 * @param <E> what it throws
 */
@FunctionalInterface
public interface Outside<T, E extends Exception> {
    /**
     * {@return what has come}
     *
     * @throws E if it does not come
     */
    T await() throws E;
}
