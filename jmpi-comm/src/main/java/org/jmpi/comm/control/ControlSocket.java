package org.jmpi.comm.control;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.jmpi.comm.trust.Admission;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.Proof;
import org.jmpi.comm.trust.RefusedException;
import org.jmpi.comm.trust.SocketCarrier;

/** One end of a connection between a rank and its launcher, begun by a {@link Handshake} with passwords. */
final class ControlSocket implements ControlConnection {
    /** Stands for the launcher where a rank is named. */
    static final int LAUNCHER = -1;

    /** A control channel, version 6. */
    static final String PROTOCOL = "JMPI-CT6";

    private final Socket socket;
    private final int rank;
    private final BufferedInputStream buffered;
    private final DataInputStream in;
    private final OutputStream out;

    private ControlSocket(Socket socket, int rank) throws IOException {
        this.socket = socket;
        this.rank = rank;
        buffered = new BufferedInputStream(socket.getInputStream());
        in = new DataInputStream(buffered);
        out = socket.getOutputStream();
    }

    /**
     * Connects to the launcher, and sees to it that it is the launcher.
     *
     * @param rank the process's first one
     * @param nanos the longest time for the handshake, in ns
     * @throws RefusedException if the other side is not the launcher
     * @throws IOException if the connection broke, or the launcher took too long; another attempt may do better
     */
    static ControlSocket connect(InetSocketAddress launcher, int rank, JobSecret secret, long nanos)
            throws IOException {
        Proof proof = Proof.passwords(secret, launcher.getAddress());
        Handshake handshake = Handshake.initiator(PROTOCOL, rank, LAUNCHER, proof);
        return new ControlSocket(
                SocketCarrier.connect(new Socket(Proxy.NO_PROXY), launcher, socket -> handshake, nanos), rank);
    }

    /**
     * Lets a process of the job in.
     *
     * @param nanos the longest time for the handshake, in ns
     * @param admission has the socket
     * @throws IOException if the other side is none, was dropped, or took too long
     */
    static ControlSocket accept(Socket socket, JobSecret secret, long nanos, Admission<Socket> admission)
            throws IOException {
        socket.setTcpNoDelay(true);
        Proof proof = Proof.passwords(secret, socket.getInetAddress());
        Handshake handshake = Handshake.acceptor(PROTOCOL, LAUNCHER, proof);
        int rank = SocketCarrier.accept(
                handshake, socket, socket.getInputStream(), socket.getOutputStream(), nanos, admission);
        return new ControlSocket(socket, rank);
    }

    /** Returns the rank that the connecting side has named. */
    int rank() {
        return rank;
    }

    ControlMessage receive() throws IOException {
        return ControlMessage.read(in);
    }

    /** Waits for a message, or the end of the connection; returns false if neither came in time. */
    boolean await(int millis) throws IOException {
        socket.setSoTimeout(millis);
        try {
            buffered.mark(1);
            if (buffered.read() >= 0) buffered.reset();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } finally {
            socket.setSoTimeout(0);
        }
    }

    @Override
    public void send(ControlMessage message) throws IOException {
        send(message.bytes());
    }

    /** Sends messages that have been encoded before, in one call of the stream: there may be no memory now. */
    synchronized void send(byte[] messages) throws IOException {
        out.write(messages);
        out.flush();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
