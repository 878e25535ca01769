package org.jmpi.comm.transport;

import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.trust.AddressPair;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.Proof;

/**
 * The data that a transport gets when it opens.
 *
 * @param rank this rank in the world
 * @param size the number of ranks in the world as it begins
 * @param allLocal whether every rank runs on this host, so that nothing needs to listen beyond it
 * @param host this host
 * @param secret what every connection proves to know, both ways, before anything else is parsed
 * @param config the settings of the job
 * @param complete whether each rank is a peer of every other one
 */
public record TransportSite(
        int rank, int size, boolean allLocal, Host host, JobSecret secret, JmpiConfig config, boolean complete) {
    /**
     * Makes the data of a transport that is complete.
     *
     * @param rank this rank in the world
     * @param size the number of ranks in the world as it begins
     * @param allLocal whether every rank runs on this host
     * @param host this host
     * @param secret what every connection proves to know
     * @param config the settings of the job
     */
    public TransportSite(int rank, int size, boolean allLocal, Host host, JobSecret secret, JmpiConfig config) {
        this(rank, size, allLocal, host, secret, config, true);
    }

    /**
     * {@return how one end of a bare connection proves the secret}
     *
     * @param seen the addresses of the connection as this end sees them; they count unless {@code jmpi.nat} is set
     */
    public Proof proof(AddressPair seen) {
        return Proof.hmac(secret, config.nat() ? AddressPair.NONE : seen);
    }

    /**
     * {@return a location as this rank publishes it} In front of it stands whether this rank encrypts its connections.
     *
     * @param location where a transport is reached whose connections TLS protects if {@link JmpiConfig#tls} is set
     */
    public String publish(String location) {
        return protection().prefix + location;
    }

    /**
     * {@return the location behind what {@link #publish} put in front of it}
     *
     * @param peer the rank that has published it
     * @param published by that rank
     * @throws CommException of class OTHER if the peer does not encrypt its connections as this rank does
     */
    public String locate(int peer, String published) {
        Protection theirs = Protection.of(published);
        if (theirs == protection()) return published.substring(theirs.prefix.length());
        throw new CommException(
                ErrorClass.OTHER,
                "rank " + rank + " has " + protection().setting + ", and rank " + peer + " has " + theirs.setting
                        + ": all ranks of a job need the same");
    }

    private Protection protection() {
        if (!config.tls()) return Protection.NONE;
        return config.tlsKeystore() == null ? Protection.JOB : Protection.KEY_STORE;
    }

    /** The protection of a rank's connections. */
    private enum Protection {
        KEY_STORE("tls-keystore:", "jmpi.tls=on with jmpi.tls.keystore"),
        JOB("tls:", "jmpi.tls=on"),
        NONE("", "jmpi.tls=off");

        private final String prefix;
        private final String setting;

        Protection(String prefix, String setting) {
            this.prefix = prefix;
            this.setting = setting;
        }

        static Protection of(String published) {
            for (Protection protection : values()) if (published.startsWith(protection.prefix)) return protection;
            return NONE;
        }
    }
}
