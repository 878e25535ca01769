package org.jmpi.transport.rmi;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;

/** A connection that a peer, or a stranger, has made: it is admitted before RMI reads the first byte. */
final class AcceptedSocket extends Socket {
    private final Acceptor acceptor;

    /** The rank of the peer; negative before it has proved the secret. */
    private volatile int peer = -1;

    AcceptedSocket(Acceptor acceptor) {
        this.acceptor = acceptor;
    }

    /**
     * Lets the peer prove the secret. RMI calls this on the thread that serves the connection, before it reads or
     * writes.
     *
     * @throws IOException if the connection is refused
     */
    @Override
    public InputStream getInputStream() throws IOException {
        InputStream in = super.getInputStream();
        if (peer < 0) peer = acceptor.prove(this, in);
        return new BufferedInputStream(in, ServerSockets.BUFFER_BYTES);
    }

    /**
     * Has no effect after the admission. RMI would close a connection that is idle for two hours; peers detect each
     * other's loss themselves.
     */
    @Override
    public synchronized void setSoTimeout(int millis) throws SocketException {
        if (peer < 0) super.setSoTimeout(millis);
    }

    @Override
    public void close() throws IOException {
        super.close();
        acceptor.closed(this, peer);
    }
}
