package org.jmpi.comm.control;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import org.jmpi.comm.trust.Admission;
import org.jmpi.comm.trust.AuthenticatedSocket;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.Proof;
import org.jmpi.comm.trust.RefusedException;
import org.jmpi.comm.trust.SocketCarrier;

/** One end of a connection between a rank and its launcher, begun by a {@link Handshake} with passwords. */
final class ControlSocket extends AuthenticatedSocket implements ControlConnection {
    /** Stands for the launcher where a rank is named. */
    static final int LAUNCHER = -1;

    /** A control channel, version 6. */
    static final String PROTOCOL = "JMPI-CT6";

    private final int rank;

    private ControlSocket(Socket socket, int rank) throws IOException {
        super(socket, 0);
        this.rank = rank;
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
        return ControlMessage.read(in());
    }

    @Override
    public void send(ControlMessage message) throws IOException {
        send(message.bytes());
    }
}
