package org.jmpi.comm.trust;

import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * The way in which the sides of a {@link Handshake} prove the job's secret. It has no state: one object serves any
 * number of handshakes.
 */
public final class Proof {
    /** The length of a proof and of a challenge in bytes. */
    static final int BYTES = Hmac.BYTES;

    static final char ACCEPTOR = 'A';
    static final char INITIATOR = 'I';

    private final JobSecret secret;

    /** Null for passwords. */
    private final byte[] channelBinding;

    private Proof(JobSecret secret, byte[] channelBinding) {
        this.secret = secret;
        this.channelBinding = channelBinding;
    }

    /**
     * Returns the proof by two passwords, which are parts of the secret.
     *
     * <pre>
     * initiator                           acceptor
     *     | -- hello: password of processes --&gt; |
     *     | &lt;-- welcome: that of the launcher -- |  zeros if the other one is wrong
     * </pre>
     *
     * The passwords are sent as they are, by the loopback device alone: who listens there can read them in a process's
     * environment as well. It needs neither random bytes nor a hash, for which the JDK takes a sixth of the time of an
     * empty process.
     *
     * @param secret of the job
     * @param peer the address of the other side
     * @throws RefusedException if it is not a loopback address
     */
    public static Proof passwords(JobSecret secret, InetAddress peer) throws RefusedException {
        if (!peer.isLoopbackAddress())
            throw new RefusedException("it is not reached by the loopback device but at " + peer);
        return new Proof(secret, null);
    }

    /**
     * Returns the proof by challenge and response.
     *
     * <pre>
     * initiator                                acceptor
     *     | -- hello: challenge C ---------------&gt; |
     *     | &lt;-- welcome: challenge A, proof('A') -- |
     *     | -- answer: proof('I') ---------------&gt; |
     * </pre>
     *
     * A challenge is 32 random bytes. {@code proof(role)} is the HMAC-SHA-256 of the role, the hello (with the
     * protocol, both ranks and C), A and the channel binding. So it can't be replayed, reflected, or used towards
     * another rank, for another protocol or on another channel.
     *
     * @param secret of the job
     * @param channelBinding the bytes by which both ends of an encrypted channel below know it, such as
     *     {@code tls-exporter} (RFC 9266) or {@code tls-server-end-point} (RFC 5929); none on a bare connection
     */
    public static Proof hmac(JobSecret secret, byte... channelBinding) {
        return new Proof(secret, channelBinding.clone());
    }

    /** {@return whether proofs answer challenges; passwords do not} */
    boolean hasChallenges() {
        return channelBinding != null;
    }

    /** {@return random bytes; none for passwords} */
    byte[] challenge() {
        return hasChallenges() ? JobSecret.random(BYTES) : new byte[0];
    }

    /** {@return the proof of a role, {@value #BYTES} bytes} */
    byte[] of(char role, byte[] hello, byte[] challenge) {
        if (!hasChallenges()) return role == ACCEPTOR ? secret.passwordOfLauncher() : secret.passwordOfProcesses();
        ByteBuffer message = ByteBuffer.allocate(1 + hello.length + challenge.length + channelBinding.length);
        message.put((byte) role).put(hello).put(challenge).put(channelBinding);
        return new Hmac(secret.key()).of(message.array());
    }
}
