package org.jmpi.comm.trust;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * The way in which the sides of a {@link Handshake} prove the job's secret. It has no state: one object serves any number of
 * handshakes.
 */
public abstract class Proof {
    static final int OPENING_BYTES = 32;
    static final int MOST_WELCOME_BYTES = 32 + Hmac.BYTES;
    static final String UNKNOWN = "it does not know this job's secret";

    private Proof() {}

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
     * environment as well. It needs neither random bytes nor a hash, for which the JDK takes a sixth of the time of an empty
     * process.
     *
     * @param secret of the job
     * @param peer the address of the other side
     * @throws RefusedException if it is not a loopback address
     */
    public static Proof passwords(JobSecret secret, InetAddress peer) throws RefusedException {
        if (!peer.isLoopbackAddress())
            throw new RefusedException("it is not reached by the loopback device but at " + peer);
        return new Passwords(secret);
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
     * A challenge is 32 random bytes. {@code proof(role)} is the HMAC-SHA-256 of the role, the hello (with the protocol, both
     * ranks and C), A and the channel binding. So it can't be replayed, reflected, or used towards another rank, for another
     * protocol or on another channel.
     *
     * @param secret of the job
     * @param channelBinding the bytes by which both ends of an encrypted channel below know it, such as {@code tls-exporter}
     *     (RFC 9266) or {@code tls-server-end-point} (RFC 5929); none on a bare connection
     */
    public static Proof hmac(JobSecret secret, byte... channelBinding) {
        return new Mac(secret, channelBinding.clone());
    }

    abstract int welcomeBytes();

    abstract int answerBytes();

    /** {@return what the initiator says first, {@value #OPENING_BYTES} bytes} */
    abstract byte[] opening();

    /** {@return what the acceptor says to a hello} */
    abstract byte[] welcome(byte[] hello);

    /** {@return what the initiator says to a welcome; null if that proves nothing} */
    abstract byte[] answer(byte[] hello, byte[] welcome);

    /** {@return whether the initiator knows the secret} */
    abstract boolean isProved(byte[] hello, byte[] welcome, byte[] answer);

    private static final class Passwords extends Proof {
        private final JobSecret secret;

        Passwords(JobSecret secret) {
            this.secret = secret;
        }

        @Override
        int welcomeBytes() {
            return JobSecret.PASSWORD_BYTES;
        }

        @Override
        int answerBytes() {
            return 0;
        }

        @Override
        byte[] opening() {
            return secret.passwordOfProcesses();
        }

        @Override
        byte[] welcome(byte[] hello) {
            // An initiator with another password learns that it need not try again, as one that was dropped does.
            boolean right = isProved(hello, null, null);
            return right ? secret.passwordOfLauncher() : new byte[JobSecret.PASSWORD_BYTES];
        }

        @Override
        byte[] answer(byte[] hello, byte[] welcome) {
            return MessageDigest.isEqual(secret.passwordOfLauncher(), welcome) ? new byte[0] : null;
        }

        @Override
        boolean isProved(byte[] hello, byte[] welcome, byte[] answer) {
            byte[] opening = Arrays.copyOfRange(hello, hello.length - OPENING_BYTES, hello.length);
            return MessageDigest.isEqual(secret.passwordOfProcesses(), opening);
        }
    }

    private static final class Mac extends Proof {
        private static final int CHALLENGE_BYTES = OPENING_BYTES;

        private final JobSecret secret;
        private final byte[] channelBinding;

        Mac(JobSecret secret, byte[] channelBinding) {
            this.secret = secret;
            this.channelBinding = channelBinding;
        }

        @Override
        int welcomeBytes() {
            return MOST_WELCOME_BYTES;
        }

        @Override
        int answerBytes() {
            return Hmac.BYTES;
        }

        @Override
        byte[] opening() {
            return JobSecret.random(CHALLENGE_BYTES);
        }

        @Override
        byte[] welcome(byte[] hello) {
            byte[] welcome = Arrays.copyOf(JobSecret.random(CHALLENGE_BYTES), MOST_WELCOME_BYTES);
            System.arraycopy(of('A', hello, welcome), 0, welcome, CHALLENGE_BYTES, Hmac.BYTES);
            return welcome;
        }

        @Override
        byte[] answer(byte[] hello, byte[] welcome) {
            byte[] theirs = Arrays.copyOfRange(welcome, CHALLENGE_BYTES, MOST_WELCOME_BYTES);
            return MessageDigest.isEqual(of('A', hello, welcome), theirs) ? of('I', hello, welcome) : null;
        }

        @Override
        boolean isProved(byte[] hello, byte[] welcome, byte[] answer) {
            return MessageDigest.isEqual(of('I', hello, welcome), answer);
        }

        private byte[] of(char role, byte[] hello, byte[] welcome) {
            ByteBuffer message = ByteBuffer.allocate(1 + hello.length + CHALLENGE_BYTES + channelBinding.length);
            message.put((byte) role).put(hello).put(welcome, 0, CHALLENGE_BYTES).put(channelBinding);
            return new Hmac(secret.key()).of(message.array());
        }
    }
}
