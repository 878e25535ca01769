package org.jmpi.comm.bootstrap;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jmpi.comm.trust.JobSecret;

/** One end of a connection between a rank and its launcher, made by the handshake that {@link JobSecret} draws. */
final class ControlLink implements Closeable {
    /** The acceptor's rank in the handshake. */
    static final int LAUNCHER = -1;

    /** "JMPI-CT1": a control channel, version 1. */
    private static final long MAGIC = 0x4a4d50492d435431L;

    private static final int GREETING_BYTES = 16 + JobSecret.CHALLENGE_BYTES;
    private static final int SECOND = 1_000;

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
     * @throws DroppedException if the launcher hung up before it proved anything; another try may do better
     * @throws IOException if the other side does not know the secret or took too long
     */
    static ControlLink connect(Socket socket, int rank, JobSecret secret, long nanos) throws IOException {
        long deadline = System.nanoTime() + nanos;
        byte[] mine = JobSecret.challenge();
        ByteBuffer greeting = ByteBuffer.allocate(GREETING_BYTES)
                .putLong(MAGIC)
                .putInt(rank)
                .putInt(LAUNCHER)
                .put(mine);
        byte[] challenge;
        byte[] proof;
        try {
            socket.getOutputStream().write(greeting.array());
            challenge = read(socket, JobSecret.CHALLENGE_BYTES, deadline);
            proof = read(socket, JobSecret.PROOF_BYTES, deadline);
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            throw new DroppedException(e);
        }
        if (!JobSecret.same(secret.acceptorProof(rank, LAUNCHER, mine, challenge), proof))
            throw new IOException("it does not know this job's secret");
        socket.getOutputStream().write(secret.connectorProof(rank, LAUNCHER, mine, challenge));
        return new ControlLink(socket, rank);
    }

    /**
     * Proves the secret to a rank and makes it prove it.
     *
     * @param nanos the longest time for the whole handshake, in ns
     * @throws IOException if the other side does not know the secret, is no rank or took too long
     */
    static ControlLink accept(Socket socket, JobSecret secret, long nanos) throws IOException {
        long deadline = System.nanoTime() + nanos;
        ByteBuffer greeting = ByteBuffer.wrap(read(socket, GREETING_BYTES, deadline));
        if (greeting.getLong() != MAGIC) throw new IOException("not a rank: wrong magic number");
        int rank = greeting.getInt();
        if (greeting.getInt() != LAUNCHER) throw new IOException("not meant for a launcher");
        byte[] theirs = Arrays.copyOfRange(greeting.array(), 16, GREETING_BYTES);
        byte[] mine = JobSecret.challenge();
        ByteBuffer answer = ByteBuffer.allocate(JobSecret.CHALLENGE_BYTES + JobSecret.PROOF_BYTES);
        answer.put(mine).put(secret.acceptorProof(rank, LAUNCHER, theirs, mine));
        socket.getOutputStream().write(answer.array());
        byte[] proof = read(socket, JobSecret.PROOF_BYTES, deadline);
        if (!JobSecret.same(secret.connectorProof(rank, LAUNCHER, theirs, mine), proof))
            throw new IOException("it does not know this job's secret");
        return new ControlLink(socket, rank);
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

    // A time-out per read would let a peer that sends a byte now and then hold the connection for minutes.
    private static byte[] read(Socket socket, int bytes, long deadline) throws IOException {
        byte[] buffer = new byte[bytes];
        InputStream in = socket.getInputStream();
        int got = 0;
        while (got < bytes) {
            long millis = (deadline - System.nanoTime()) / 1_000_000;
            if (millis <= 0) throw new SocketTimeoutException("it did not answer in time");
            socket.setSoTimeout((int) Math.min(millis, 60 * SECOND));
            int count = in.read(buffer, got, bytes - got);
            if (count < 0) throw new EOFException("it hung up");
            got += count;
        }
        return buffer;
    }

    /** The launcher hung up before it proved anything, as it does to the oldest of too many unproven connections. */
    static final class DroppedException extends IOException {
        private static final long serialVersionUID = 1;

        DroppedException(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }
}
