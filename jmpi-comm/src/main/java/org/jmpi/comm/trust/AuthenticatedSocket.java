package org.jmpi.comm.trust;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** One end of a connection over which both sides have proved a secret, by a socket that blocks. */
public abstract class AuthenticatedSocket implements Closeable {
    private final Socket socket;
    private final int readMillis;
    private final BufferedInputStream buffered;
    private final DataInputStream in;
    private final OutputStream out;

    /**
     * Takes a socket over, after the {@link Handshake}.
     *
     * @param socket connected
     * @param readMillis the longest time in ms for a read inside of a message; 0 for no limit
     * @throws IOException if the socket has been closed
     */
    protected AuthenticatedSocket(Socket socket, int readMillis) throws IOException {
        this.socket = socket;
        this.readMillis = readMillis;
        buffered = new BufferedInputStream(socket.getInputStream());
        in = new DataInputStream(buffered);
        out = socket.getOutputStream();
    }

    /** {@return what the other side sends} */
    protected final DataInputStream in() {
        return in;
    }

    /**
     * Waits for a message, or the end of the connection.
     *
     * @param millis the longest time, in ms
     * @return false if neither came in time
     * @throws IOException if the connection broke
     */
    public final boolean await(int millis) throws IOException {
        socket.setSoTimeout(millis);
        try {
            buffered.mark(1);
            if (buffered.read() >= 0) buffered.reset();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } finally {
            socket.setSoTimeout(readMillis);
        }
    }

    /**
     * Sends messages that have been encoded before, in one call of the stream. Messages of several threads do not mix.
     *
     * @param messages one or several
     * @throws IOException if the connection has ended
     */
    public final synchronized void send(byte[] messages) throws IOException {
        out.write(messages);
        out.flush();
    }

    @Override
    public final void close() throws IOException {
        socket.close();
    }
}
