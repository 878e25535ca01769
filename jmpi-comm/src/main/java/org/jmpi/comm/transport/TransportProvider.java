package org.jmpi.comm.transport;

import java.io.IOException;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.trust.JobSecret;

/** Opens a transport by its name; found by {@link java.util.ServiceLoader}. */
public interface TransportProvider {
    /** {@return the name given to {@code --transport}} */
    String name();

    /**
     * {@return whether frames come on threads of the transport} As {@link Transport#pushes}, known before one is
     * opened: a rank then needs two cores to wait without being in its own way.
     */
    default boolean pushes() {
        return false;
    }

    /** {@return whether the transport reaches ranks on other hosts} */
    default boolean leavesHost() {
        return true;
    }

    /** {@return whether {@code --transport auto} may use the transport} */
    default boolean automatic() {
        return false;
    }

    /**
     * {@return the name of the codec for objects that goes with the transport, unless the user names another one} It
     * has to be installed where the transport is.
     */
    default String objectCodec() {
        return "java";
    }

    /**
     * Opens this rank's end.
     *
     * @param site which rank it is for, and what it may use
     * @param handler takes what arrives
     * @return the rank's transport
     * @throws IOException if the host refuses what the transport needs; the message names it
     */
    Transport open(TransportSite site, FrameHandler handler) throws IOException;

    /**
     * Removes what the ranks of a job left behind on this host whose processes were killed, or could not close their
     * transports.
     *
     * @param secret of the job, none of whose processes is there any more
     * @param config the settings of the ranks
     * @throws IOException if something cannot be removed
     */
    default void removeRemains(JobSecret secret, JmpiConfig config) throws IOException {
        // Nothing outlives a process.
    }
}
