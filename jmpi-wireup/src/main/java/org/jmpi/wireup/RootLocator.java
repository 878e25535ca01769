package org.jmpi.wireup;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.jmpi.comm.config.PortRange;
import org.jmpi.comm.trust.RefusedException;

/** The place where rank 0 publishes its address, and the other ranks look it up. */
interface RootLocator extends AutoCloseable {
    /**
     * The address of rank 0.
     *
     * @param key the secret of the ranks
     * @param addresses all of them lead to rank 0
     */
    record Root(byte[] key, List<InetSocketAddress> addresses) {}

    /** Returns the ports that rank 0 may listen on. */
    PortRange ports();

    /** Returns the key of this run, for rank 0. */
    byte[] key() throws IOException;

    /** Makes it known where rank 0 listens. */
    void publish(Root root) throws IOException;

    /**
     * Returns what rank 0 has published.
     *
     * @throws RefusedException if the place can't be trusted
     * @throws IOException if nothing is published yet; the message says what is missing
     */
    Root locate() throws IOException;

    /** Removes what this process has left at the place. */
    @Override
    void close();
}
