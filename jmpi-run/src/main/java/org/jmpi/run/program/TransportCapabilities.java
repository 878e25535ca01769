package org.jmpi.run.program;

import org.jmpi.comm.datatype.JavaObjectCodec;
import org.jmpi.comm.transport.TransportProvider;

/**
 * The demands of a transport on a job, before it is opened.
 *
 * @param name what {@code --transport} takes
 * @param pushes whether a rank needs a thread of the transport to run while one of its own waits
 * @param leavesHost whether it reaches ranks on other hosts
 * @param objectCodec the codec of a job whose user names none
 * @param provider the class of the provider that a rank needs first, so that it need not search; null for none
 */
public record TransportCapabilities(
        String name, boolean pushes, boolean leavesHost, String objectCodec, String provider) {
    private static final String WITHIN_HOST = "org.jmpi.transport.shm.ShmTransportProvider";

    /** Returns those of the ranks of one JVM. */
    public static TransportCapabilities threads(String name) {
        return new TransportCapabilities(name, false, true, JavaObjectCodec.NAME, null);
    }

    /** Returns those of the best of several transports. */
    static TransportCapabilities auto(String name) {
        return new TransportCapabilities(name, false, true, JavaObjectCodec.NAME, WITHIN_HOST);
    }

    static TransportCapabilities of(TransportProvider provider) {
        return new TransportCapabilities(
                provider.name(),
                provider.pushes(),
                provider.leavesHost(),
                provider.objectCodec(),
                provider.getClass().getName());
    }

    /** Returns how many threads of a job must run for its ranks to exchange messages. */
    public int threads(int ranks) {
        return pushes ? 2 * ranks : ranks;
    }
}
