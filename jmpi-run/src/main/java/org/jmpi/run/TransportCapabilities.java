package org.jmpi.run;

import org.jmpi.comm.datatype.JavaObjectCodec;
import org.jmpi.comm.transport.TransportProvider;

/**
 * What a transport asks of a job before it is opened.
 *
 * @param name what {@code --transport} takes
 * @param pushes whether a rank needs a thread of the transport to run while one of its own waits
 * @param leavesHost whether it reaches ranks on other hosts
 * @param objectCodec the codec of a job whose user names none
 */
record TransportCapabilities(String name, boolean pushes, boolean leavesHost, String objectCodec) {
    /** Of a transport that comes with comm. */
    static TransportCapabilities builtIn(String name) {
        return new TransportCapabilities(name, false, true, JavaObjectCodec.NAME);
    }

    static TransportCapabilities of(TransportProvider provider) {
        return new TransportCapabilities(
                provider.name(), provider.pushes(), provider.leavesHost(), provider.objectCodec());
    }

    /** Returns how many threads of a job must run for its ranks to exchange messages. */
    int threads(int ranks) {
        return pushes ? 2 * ranks : ranks;
    }
}
