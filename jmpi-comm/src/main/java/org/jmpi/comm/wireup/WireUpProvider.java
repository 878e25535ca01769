package org.jmpi.comm.wireup;

import java.io.IOException;
import java.util.Map;
import java.util.OptionalInt;
import org.jmpi.comm.config.JmpiConfig;

/** Opens the wire-up of one kind of process manager; found by {@link java.util.ServiceLoader}. */
public interface WireUpProvider {
    /** {@return the name for messages, such as {@code PMI-1}} */
    String name();

    /** {@return the place among the providers that recognise a process: the lowest number is tried first} */
    int order();

    /**
     * {@return whether the process manager has started this process}
     *
     * @param environment the variables of this process
     */
    boolean recognises(Map<String, String> environment);

    /**
     * {@return the rank of this process that the variables give; empty if they give none}
     *
     * @param environment the variables of this process, which {@link #recognises} is true for
     */
    default OptionalInt rank(Map<String, String> environment) {
        return OptionalInt.empty();
    }

    /**
     * {@return the number of ranks that the variables give; empty if they give none}
     *
     * @param environment the variables of this process, which {@link #recognises} is true for
     */
    default OptionalInt size(Map<String, String> environment) {
        return OptionalInt.empty();
    }

    /**
     * Joins the job.
     *
     * @param environment the variables of this process, which {@link #recognises} is true for
     * @param config the settings of this process
     * @return the open wire-up
     * @throws IOException if it can't be joined in this way; the message says why and what to do
     */
    WireUp open(Map<String, String> environment, JmpiConfig config) throws IOException;
}
