package org.jmpi.transport.rmi;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;

/** A connection that a peer, or a stranger, has made: it is admitted before RMI reads the first byte. */
final class AcceptedSocket extends Socket {
    private final Admission admission;
    private volatile boolean admitted;

    AcceptedSocket(Admission admission) {
        this.admission = admission;
    }

    /** {@return the stream of a connection that is not admitted yet} */
    InputStream bareInput() throws IOException {
        return super.getInputStream();
    }

    /**
     * Admits the connection. RMI calls this on the thread that serves the connection, before it reads or writes.
     *
     * @throws IOException if the connection is refused
     */
    @Override
    public InputStream getInputStream() throws IOException {
        if (!admitted) {
            admission.admit(this);
            super.setSoTimeout(0);
            admitted = true;
        }
        return super.getInputStream();
    }

    /**
     * Has no effect after the admission. RMI would close a connection that is idle for two hours; peers detect each other's loss
     * themselves.
     */
    @Override
    public synchronized void setSoTimeout(int millis) throws SocketException {
        if (!admitted) super.setSoTimeout(millis);
    }

    @Override
    public void close() throws IOException {
        super.close();
        admission.closed(this);
    }
}
