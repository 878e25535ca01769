package org.jmpi.comm.wireup;

import java.io.IOException;
import java.util.Map;
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
     * Joins the job.
     *
     * @param environment the variables of this process, which {@link #recognises} is true for
     * @param config the settings of this process
     * @return the open wire-up
     * @throws IOException if it can't be joined in this way; the message says why and what to do
     */
    WireUp open(Map<String, String> environment, JmpiConfig config) throws IOException;
}
