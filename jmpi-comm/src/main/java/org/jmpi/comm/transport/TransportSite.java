package org.jmpi.comm.transport;

import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.trust.AddressPair;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.Proof;

/**
 * What a transport is told when it opens.
 *
 * @param rank this rank in the world
 * @param size the number of ranks in the world
 * @param allLocal whether every rank runs on this host, so that nothing needs to listen beyond it
 * @param host this host
 * @param secret what every connection proves to know, both ways, before anything else is parsed
 * @param config the settings of the job
 */
public record TransportSite(int rank, int size, boolean allLocal, Host host, JobSecret secret, JmpiConfig config) {
    /**
     * {@return whether a rank is another one of the world}
     *
     * @param other any number
     */
    public boolean isPeer(int other) {
        return other != rank && other >= 0 && other < size;
    }

    /**
     * {@return how one end of a bare connection proves the secret}
     *
     * @param seen the addresses of the connection as this end sees them; they count unless {@code jmpi.nat} is set
     */
    public Proof proof(AddressPair seen) {
        return Proof.hmac(secret, config.nat() ? AddressPair.NONE : seen);
    }
}
