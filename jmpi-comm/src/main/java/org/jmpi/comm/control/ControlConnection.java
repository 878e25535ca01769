package org.jmpi.comm.control;

import java.io.Closeable;
import java.io.IOException;

/** The way to the other side of the control protocol: a socket, or an agent that forwards messages. */
public interface ControlConnection extends Closeable {
    /**
     * Sends a message. Messages of several threads do not mix.
     *
     * @param message the message
     * @throws IOException if the message is too long, or the connection has ended
     */
    void send(ControlMessage message) throws IOException;

    /** Closes the connection; the thread that reads from it sees its end. */
    @Override
    void close() throws IOException;
}
