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

    /** The length of an acceptor's challenge in bytes, with the addresses that it sees. */
    private static final int CHALLENGE_BYTES = BYTES + AddressPair.BYTES;

    /** The length in bytes of the longest welcome. */
    static final int WELCOME_BYTES = CHALLENGE_BYTES + BYTES;

    static final char ACCEPTOR = 'A';
    static final char INITIATOR = 'I';

    private final JobSecret secret;

    /** The addresses that this side sees; null for passwords. */
    private final AddressPair seen;

    private final byte[] channelBinding;

    private Proof(JobSecret secret, AddressPair seen, byte... channelBinding) {
        this.secret = secret;
        this.seen = seen;
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
     * The passwords are sent as they are, by the loopback device alone: a user who can listen there can read them in a
     * process's environment as well. This proof needs neither random bytes nor a hash, for which the JDK takes a sixth
     * of the time of an empty process.
     *
     * @param secret of the job
     * @param peer the address of the other side
     * @return the proof of one side
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
     * initiator                                           acceptor
     *     | -- hello: challenge C --------------------------&gt; |
     *     | &lt;-- welcome: challenge A, addresses, proof('A') -- |
     *     | -- answer: proof('I') --------------------------&gt; |
     * </pre>
     *
     * A challenge is 32 random bytes. {@code proof(role)} is the HMAC-SHA-256 of the role, the hello (with the
     * protocol, both ranks and C), A, the addresses that the acceptor sees and the channel binding. So it can't be
     * replayed, reflected, or used towards another rank, for another protocol or on another channel. The initiator
     * refuses addresses that are not those that it sees.
     *
     * @param secret of the job
     * @param channelBinding the bytes by which both ends of an encrypted channel below know it, such as
     *     {@code tls-exporter} (RFC 9266) or {@code tls-server-end-point} (RFC 5929); none on a bare connection
     * @return the proof of one side
     */
    public static Proof hmac(JobSecret secret, byte... channelBinding) {
        return new Proof(secret, AddressPair.NONE, channelBinding.clone());
    }

    /**
     * Returns the proof by challenge and response on a bare connection, which is good for that connection's addresses
     * alone.
     *
     * @param secret of the job
     * @param seen the addresses that this side sees; {@link AddressPair#NONE} on both sides lets anything between them
     *     translate addresses, or relay
     * @return the proof of one side
     */
    public static Proof hmac(JobSecret secret, AddressPair seen) {
        return new Proof(secret, seen);
    }

    /** {@return whether proofs answer challenges; passwords do not} */
    boolean hasChallenges() {
        return seen != null;
    }

    /** {@return the length of a welcome in bytes} */
    int welcomeBytes() {
        return hasChallenges() ? WELCOME_BYTES : BYTES;
    }

    /** {@return what an initiator's challenge is: random bytes} */
    byte[] opening() {
        return hasChallenges() ? JobSecret.random(BYTES) : of(INITIATOR, null, null);
    }

    /** {@return an acceptor's challenge, which its addresses are a part of; no bytes for passwords} */
    byte[] challenge() {
        if (!hasChallenges()) return new byte[0];
        return ByteBuffer.allocate(CHALLENGE_BYTES)
                .put(JobSecret.random(BYTES))
                .put(seen.bytes())
                .array();
    }

    /** {@return why an acceptor that has proved the secret is not at the other end; null if it is} */
    String mismatch(byte[] challenge) {
        if (!hasChallenges()) return null;
        AddressPair theirs = AddressPair.read(challenge, BYTES);
        if (theirs.equals(seen)) return null;
        return "it sees this connection " + theirs + ", and this rank " + seen
                + ": something relays between them; if it is a translation of addresses (NAT), allow it by --nat"
                + " (jmpi.nat=1)";
    }

    /** {@return the proof of a role, {@value #BYTES} bytes} */
    byte[] of(char role, byte[] hello, byte[] challenge) {
        if (!hasChallenges()) return role == ACCEPTOR ? secret.passwordOfLauncher() : secret.passwordOfProcesses();
        ByteBuffer message = ByteBuffer.allocate(1 + hello.length + challenge.length + channelBinding.length);
        message.put((byte) role).put(hello).put(challenge).put(channelBinding);
        return new Hmac(secret.key()).of(message.array());
    }
}
