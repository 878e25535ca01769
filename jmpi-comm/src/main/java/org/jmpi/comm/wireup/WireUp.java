package org.jmpi.comm.wireup;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jmpi.comm.control.SpawnOrder;
import org.jmpi.comm.trust.JobSecret;

/**
 * The exchange by which the processes of one job find each other: who am I, how many are we, put, fence, get. The names
 * are those of PMI, the interface between process managers and MPI libraries.
 *
 * <p>One thread calls the methods of a process. Every process calls {@link #fence} equally often.
 */
public interface WireUp extends AutoCloseable {
    /** Behind the answer of a launcher that starts no further processes. */
    String USE_JMPIRUN = ": start the job by jmpirun, inside the same allocation";

    /** {@return this process's rank in the world; the first one if several ranks are threads of it} */
    int rank();

    /** {@return the number of ranks in the world} */
    int size();

    /** {@return the number of ranks that are threads of this process, from {@link #rank} on} */
    default int count() {
        return 1;
    }

    /** {@return the job's name, which no other job on its hosts has: letters, digits, '_', '.', '-'} */
    String job();

    /** {@return the name of the transport between processes, {@code auto} for the best one of each pair} */
    String transport();

    /**
     * {@return whether every rank runs on this host, so that nothing needs to listen beyond it} False if that is not
     * known.
     */
    default boolean allLocal() {
        return false;
    }

    /** {@return the secret that the processes of this job share, and no other process knows} */
    JobSecret secret();

    /**
     * Publishes a value, which every process can {@link #get} after the next fence.
     *
     * @param key up to 16 letters, digits and '.'; each process puts a key once
     * @param value at most 64 KiB
     * @throws IOException if the process manager does not take it
     */
    void put(String key, byte[] value) throws IOException;

    /**
     * Blocks until every process has called this.
     *
     * @param nanos the longest time to wait, in ns
     * @throws IOException if not every process came in time; the message names the missing ranks where they are known
     */
    void fence(long nanos) throws IOException;

    /**
     * {@return a value that was put before a fence}
     *
     * @param rank the first rank of the process that has put it
     * @param key as it was put
     * @throws IOException if that process has put no such value
     */
    byte[] get(int rank, String key) throws IOException;

    /**
     * Ends every process of the job by the means of the engine that started it. Returns if the engine has none, or ends
     * this process later.
     *
     * @param code the exit code of the job
     * @param message one line that says why
     */
    default void abort(int code, String message) {}

    /** {@return whether {@link #abort} ends the processes of the job} */
    default boolean canAbort() {
        return false;
    }

    /**
     * {@return the process that watches this job; empty if there is none} Then the ranks tell each other of failures by
     * frames, and {@link #abort} is called.
     */
    default Optional<JobControl> control() {
        return Optional.empty();
    }

    /**
     * Has the process manager start processes. Returns when it has taken the order.
     *
     * @param order says what they run
     * @throws IOException if it takes no such order; the message is its answer, and what to do
     */
    default void spawn(SpawnOrder order) throws IOException {
        throw new IOException("the launcher of this job starts no further processes" + USE_JMPIRUN);
    }

    /** {@return variables that the process manager has passed on beside those of the environment} */
    default Map<String, String> variables() {
        return Map.of();
    }

    /** Leaves the process manager. */
    @Override
    void close();
}
