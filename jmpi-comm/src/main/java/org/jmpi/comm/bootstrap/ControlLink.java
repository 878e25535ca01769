package org.jmpi.comm.bootstrap;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import org.jmpi.comm.trust.BlockingHandshake;
import org.jmpi.comm.trust.JobSecret;

/** One end of a connection between a rank and its launcher, made by the handshake that {@link JobSecret} draws. */
final class ControlLink implements Closeable {
    /** The acceptor's rank in the handshake. */
    static final int LAUNCHER = -1;

    /** "JMPI-CT1": a control channel, version 1. */
    private static final long MAGIC = 0x4a4d50492d435431L;

    private final Socket socket;
    private final int rank;
    private final DataInputStream in;
    private final DataOutputStream out;

    private ControlLink(Socket socket, int rank) throws IOException {
        this.socket = socket;
        this.rank = rank;
        socket.setSoTimeout(0);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = new DataOutputStream(socket.getOutputStream());
    }

    /**
     * Proves the secret to the launcher and makes it prove it.
     *
     * @param nanos the longest time for the whole handshake, in ns
     * @throws BlockingHandshake.DroppedException if the launcher hung up before it proved anything; another try may do
     *     better
     * @throws IOException if the other side does not know the secret or took too long
     */
    static ControlLink connect(Socket socket, int rank, JobSecret secret, long nanos) throws IOException {
        handshake(socket, secret, nanos).connect(rank, LAUNCHER);
        return new ControlLink(socket, rank);
    }

    /**
     * Proves the secret to a rank and makes it prove it.
     *
     * @param nanos the longest time for the whole handshake, in ns
     * @throws IOException if the other side does not know the secret, is no rank or took too long
     */
    static ControlLink accept(Socket socket, JobSecret secret, long nanos) throws IOException {
        int rank = handshake(socket, secret, nanos).accept(LAUNCHER);
        return new ControlLink(socket, rank);
    }

    private static BlockingHandshake handshake(Socket socket, JobSecret secret, long nanos) throws IOException {
        return new BlockingHandshake(socket, socket.getInputStream(), socket.getOutputStream(), MAGIC, secret, nanos);
    }

    /** Returns the rank that the connecting side proved to be. */
    int rank() {
        return rank;
    }

    ControlMessage receive() throws IOException {
        return ControlMessage.read(in);
    }

    synchronized void send(ControlMessage message) throws IOException {
        message.write(out);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
