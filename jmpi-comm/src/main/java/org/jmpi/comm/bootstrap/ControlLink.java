package org.jmpi.comm.bootstrap;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.function.BooleanSupplier;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.LoopbackGreeting;
import org.jmpi.comm.trust.RefusedException;

/** One end of a connection between a rank and its launcher, begun by the {@link LoopbackGreeting}. */
final class ControlLink implements Closeable {
    /** Stands for the launcher where a rank is named. */
    static final int LAUNCHER = -1;

    /** "JMPI-CT2": a control channel, version 2. */
    private static final long MAGIC = 0x4a4d50492d435432L;

    private final Socket socket;
    private final int rank;
    private final BufferedInputStream buffered;
    private final DataInputStream in;
    private final DataOutputStream out;

    private ControlLink(Socket socket, int rank) throws IOException {
        this.socket = socket;
        this.rank = rank;
        socket.setSoTimeout(0);
        socket.setTcpNoDelay(true);
        buffered = new BufferedInputStream(socket.getInputStream());
        in = new DataInputStream(buffered);
        out = new DataOutputStream(socket.getOutputStream());
    }

    /**
     * Greets the launcher, and sees to it that it is the launcher.
     *
     * @param rank the process's first one
     * @param nanos the longest time for both, in ns
     * @throws RefusedException if the other side is not the launcher
     * @throws IOException if the connection broke, or the launcher took too long; another attempt may do better
     */
    static ControlLink connect(Socket socket, int rank, JobSecret secret, long nanos) throws IOException {
        LoopbackGreeting.connect(socket, MAGIC, rank, secret, nanos);
        return new ControlLink(socket, rank);
    }

    /**
     * Lets a process of the job in.
     *
     * @param nanos the longest time for the greeting, in ns
     * @param admission returns whether a process that knows the password is let in
     * @throws IOException if the other side is none, or took too long
     */
    static ControlLink accept(Socket socket, JobSecret secret, long nanos, BooleanSupplier admission)
            throws IOException {
        return new ControlLink(socket, LoopbackGreeting.accept(socket, MAGIC, secret, nanos, admission));
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

    synchronized void send(ControlMessage message) throws IOException {
        message.write(out);
    }

    /** Sends messages that have been encoded before: there may be no memory now. */
    synchronized void send(byte[] messages) throws IOException {
        out.write(messages);
        out.flush();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
