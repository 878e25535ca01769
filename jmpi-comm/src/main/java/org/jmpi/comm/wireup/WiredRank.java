package org.jmpi.comm.wireup;

import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.CompositeTransport;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.trust.JobSecret;

/** A rank of this process, as {@link Wiring} connects it. */
public interface WiredRank {
    /** {@return its rank in the world} */
    int rank();

    /** {@return the number of ranks in the world} */
    int size();

    /** {@return whether each of these ranks is connected to every other one} */
    default boolean reachesAll() {
        return true;
    }

    /** {@return the name of its host} */
    String hostName();

    /** {@return its settings} */
    JmpiConfig config();

    /** {@return what takes the frames that its transports receive} */
    FrameHandler frames();

    /**
     * Connects the rank by the transports that it has opened.
     *
     * @param opened has a way to each process
     * @param table where each rank is reached
     * @param secret of the job
     */
    void connect(CompositeTransport opened, RankTable table, JobSecret secret);
}
