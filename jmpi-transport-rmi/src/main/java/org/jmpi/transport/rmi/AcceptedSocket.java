package org.jmpi.transport.rmi;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import org.jmpi.tls.TlsConnection;
import org.jmpi.tls.TlsStreams;

/** A connection that a peer, or a stranger, has made: it is admitted before RMI reads the first byte. */
final class AcceptedSocket extends Socket {
    private final Acceptor acceptor;

    /** Null before the admission, and for a connection in clear. */
    private volatile TlsStreams encrypted;

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
        if (peer < 0) peer = acceptor.prove(this);
        return new BufferedInputStream(acceptor.heard(in(), peer), ServerSockets.BUFFER_BYTES);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return encrypted == null ? super.getOutputStream() : encrypted.output();
    }

    /** Returns the stream of what travels on the connection, unbuffered: it reads no byte more than is asked for. */
    InputStream in() throws IOException {
        return encrypted == null ? super.getInputStream() : encrypted.input();
    }

    /** Makes the handshake of TLS; returns the bytes by which both ends know the connection. */
    byte[] encrypt(TlsConnection tls, long nanos) throws IOException {
        encrypted = TlsStreams.open(tls, this, super.getInputStream(), super.getOutputStream(), nanos);
        return encrypted.binding();
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
