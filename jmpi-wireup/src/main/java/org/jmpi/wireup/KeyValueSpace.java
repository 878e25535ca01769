package org.jmpi.wireup;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The exchange of texts that PMI and PMIx offer to the processes of a job. One thread calls the methods, except
 * {@link #abort}, which any thread may call at any time.
 */
interface KeyValueSpace extends AutoCloseable {
    /** Returns this process's rank. */
    int rank();

    /** Returns the number of processes. */
    int size();

    /** Returns the process manager's name of the job. */
    String job();

    /** Returns whether every process runs on this host; false if that is not known. */
    boolean allLocal();

    /** Returns the length of the longest value, in characters. */
    int longestValue();

    /**
     * Publishes a value of this process.
     *
     * @param key up to 32 letters, digits, '.' and '-'
     * @param value of characters that URLs take, and ':'
     */
    void put(String key, String value) throws IOException;

    /** Blocks until every process has called this; the values are then there. */
    void fence() throws IOException;

    /** Returns a value that another process has published before a fence. */
    String get(int rank, String key) throws IOException;

    /**
     * A command of processes that the process manager starts.
     *
     * @param words the executable and its arguments
     * @param processes how many there are
     * @param hints {@code host}, {@code hostfile} and {@code wdir} as MPI describes them, as far as they are given
     */
    record Command(List<String> words, int processes, Map<String, String> hints) {}

    /**
     * Has the process manager start a job.
     *
     * @param commands of its processes, in the order of their ranks
     * @param variables for all of them: a value has letters, digits and punctuation that addresses have
     * @return null if it does that; its answer if not
     */
    String spawn(List<Command> commands, Map<String, String> variables) throws IOException;

    /** Returns the variables of the processes of a spawned job that the environment does not have. */
    Map<String, String> variables() throws IOException;

    /** Has the process manager end every process. */
    void abort(int code, String message) throws IOException;

    /**
     * Gives the process manager up while a request has no answer. The request then fails, where that is possible: a
     * thread that reads from an inherited descriptor, or is in a library, stays until the process manager answers or
     * ends.
     */
    void disconnect() throws IOException;

    /** Notifies the process manager that this process leaves in order. */
    @Override
    void close() throws IOException;
}
