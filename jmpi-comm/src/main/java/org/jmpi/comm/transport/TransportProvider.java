package org.jmpi.comm.transport;

import java.io.IOException;

/** Opens a transport by its name; found by {@link java.util.ServiceLoader}. */
public interface TransportProvider {
    /** {@return the name given to {@code --transport}} */
    String name();

    /**
     * Opens this rank's end.
     *
     * @param site which rank it is for, and what it may use
     * @param handler takes what arrives
     * @return the rank's transport
     * @throws IOException if the host refuses what the transport needs; the message names it
     */
    Transport open(TransportSite site, FrameHandler handler) throws IOException;
}
