package org.jmpi.comm.transport;

import java.io.IOException;

/** Opens a transport by its name; found by {@link java.util.ServiceLoader}. */
public interface TransportProvider {
    /** Returns the name given to {@code --transport}. */
    String name();

    /**
     * Opens this rank's end.
     *
     * @throws IOException if the host refuses what the transport needs; the message names it
     */
    Transport open(TransportSite site, FrameHandler handler) throws IOException;
}
