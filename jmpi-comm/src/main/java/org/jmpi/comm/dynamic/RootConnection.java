package org.jmpi.comm.dynamic;

import java.io.Closeable;
import java.io.IOException;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.comm.trust.JobSecret;

/** The connection between the roots of two groups that are about to connect. */
public interface RootConnection extends Closeable {
    /** {@return the key of the port, which both roots know} */
    JobSecret key();

    /**
     * Sends a message.
     *
     * @param message is read by the other root as a whole
     * @throws IOException if the connection has ended
     */
    void send(ControlWriter message) throws IOException;

    /**
     * {@return the next message}
     *
     * @param wait is called again and again, and ends the wait by an exception
     * @throws IOException if the connection has ended, or the message makes no sense
     */
    ControlReader receive(Runnable wait) throws IOException;
}
