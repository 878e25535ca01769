package org.jmpi.comm.trust;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The handshake that {@link JobSecret} draws, over a socket that blocks; numbers are big-endian. The acceptor ends it by one
 * byte, once the connection is not one of the {@link Unproven} any more: it is not dropped after that.
 */
public final class BlockingHandshake {
    private static final int GREETING_BYTES = 16 + JobSecret.CHALLENGE_BYTES;
    private static final byte ADMITTED = 1;

    private final TimedReads reads;
    private final OutputStream out;
    private final long magic;
    private final JobSecret secret;

    /**
     * Prepares a handshake.
     *
     * @param socket connected; its read time-out is another one afterwards
     * @param in reads from the socket, and no further than the handshake goes
     * @param out writes to the socket at once
     * @param magic says what the connection is for
     * @param secret what is to be proved
     * @param nanos the longest time for the whole handshake, in ns
     */
    public BlockingHandshake(
            Socket socket, InputStream in, OutputStream out, long magic, JobSecret secret, long nanos) {
        this.reads = new TimedReads(socket, in, nanos);
        this.out = out;
        this.magic = magic;
        this.secret = secret;
    }

    /**
     * Proves the secret to the side that accepted the connection and makes it prove it.
     *
     * @param connector this side's rank
     * @param acceptor the other side's rank
     * @throws RefusedException if the other side does not know the secret
     * @throws IOException if the connection broke before its end, or the other side took too long
     */
    public void connect(int connector, int acceptor) throws IOException {
        byte[] mine = JobSecret.challenge();
        out.write(ByteBuffer.allocate(GREETING_BYTES)
                .putLong(magic)
                .putInt(connector)
                .putInt(acceptor)
                .put(mine)
                .array());
        byte[] challenge = reads.read(JobSecret.CHALLENGE_BYTES);
        byte[] proof = reads.read(JobSecret.PROOF_BYTES);
        if (!JobSecret.same(secret.acceptorProof(connector, acceptor, mine, challenge), proof))
            throw new RefusedException("it does not know this job's secret");
        out.write(secret.connectorProof(connector, acceptor, mine, challenge));
        byte verdict = reads.read(1)[0];
        if (verdict != ADMITTED) throw new IOException("it answered " + verdict + " to the proof");
    }

    /**
     * Proves the secret to the side that made the connection and makes it prove it; {@link #admit} follows.
     *
     * @param acceptor this side's rank
     * @return the other side's rank, which may be any number
     * @throws IOException if the other side does not know the secret, wants something else or took too long
     */
    public int accept(int acceptor) throws IOException {
        ByteBuffer greeting = ByteBuffer.wrap(reads.read(GREETING_BYTES));
        if (greeting.getLong() != magic) throw new IOException("not a rank: wrong magic number");
        int connector = greeting.getInt();
        int wanted = greeting.getInt();
        if (wanted != acceptor) throw new IOException("not meant for rank " + acceptor + " but for rank " + wanted);
        byte[] theirs = Arrays.copyOfRange(greeting.array(), 16, GREETING_BYTES);
        byte[] mine = JobSecret.challenge();
        ByteBuffer answer = ByteBuffer.allocate(JobSecret.CHALLENGE_BYTES + JobSecret.PROOF_BYTES);
        answer.put(mine).put(secret.acceptorProof(connector, acceptor, theirs, mine));
        out.write(answer.array());
        byte[] proof = reads.read(JobSecret.PROOF_BYTES);
        if (!JobSecret.same(secret.connectorProof(connector, acceptor, theirs, mine), proof))
            throw new IOException("it does not know this job's secret");
        return connector;
    }

    /**
     * Tells the side that made the connection that it is in.
     *
     * @throws IOException if the connection is broken
     */
    public void admit() throws IOException {
        out.write(ADMITTED);
    }
}
