package org.jmpi.bench.driver;

import java.io.IOException;
import java.time.Duration;

/** Runs experiments: JMPI with one of its transports, or another MPI library. */
interface Library {
    /** Returns a short name without blanks. */
    String name();

    /** Returns what readers need to know to get the same. */
    String version();

    /** Says whether this is JMPI. */
    default boolean isOurs() {
        return false;
    }

    /**
     * Says whether its ranks send messages by MPI, and so can run every program. The others have programs of their own
     * for PingPong and for the product of matrices.
     */
    default boolean passesMessages() {
        return true;
    }

    /**
     * Returns how to start an experiment.
     *
     * @param limit after which the experiment will be ended
     * @throws IOException if the library cannot be used; the message says why, in one line
     */
    ProcessBuilder command(Experiment experiment, Duration limit) throws IOException;
}
