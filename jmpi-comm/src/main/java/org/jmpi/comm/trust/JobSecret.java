package org.jmpi.comm.trust;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * What the processes of one job know and nobody else does: random bytes, each for one use and never for another.
 *
 * <pre>
 * byte 0             32                      64                     96      104           116
 *      +-------------+-----------------------+----------------------+-------+-------------+
 *      | key of      | password of processes | password of the      | token | name of     |
 *      | proofs      |                       | launcher             |       | files       |
 *      +-------------+-----------------------+----------------------+-------+-------------+
 * </pre>
 *
 * The passwords are for the {@link Proof}; by the token the processes of a host know each other's memory, whose files
 * have names that nobody guesses. A rank that has all its peers on its host so needs no random bytes and no hash of its own.
 *
 * <p>Any other connection proves that both sides know the key by challenge and response in both directions, before anything
 * else is parsed:
 *
 * <pre>
 * connector                                                    acceptor
 *     | -- magic (8), connector's rank (4), acceptor's rank (4), challenge C (32) --&gt; |
 *     | &lt;-- challenge A (32), proof("acceptor", ranks, C, A) (32) ----------- |
 *     | -- proof("connector", ranks, C, A) (32) ----------------------------&gt; |
 * </pre>
 *
 * A proof is the HMAC-SHA-256 of the role, both ranks and both challenges, so that it can be neither replayed nor
 * reflected nor used towards another rank.
 */
public final class JobSecret {
    /** The length of a challenge in bytes. */
    public static final int CHALLENGE_BYTES = 32;

    /** The length of a proof in bytes. */
    public static final int PROOF_BYTES = Hmac.BYTES;

    /** The length of a password in bytes. */
    static final int PASSWORD_BYTES = 32;

    private static final int PASSWORD_OF_PROCESSES = 32;
    private static final int PASSWORD_OF_LAUNCHER = PASSWORD_OF_PROCESSES + PASSWORD_BYTES;
    private static final int TOKEN = PASSWORD_OF_LAUNCHER + PASSWORD_BYTES;
    private static final int FILE_NAME = TOKEN + Long.BYTES;
    private static final int SECRET_BYTES = FILE_NAME + 12;

    private final byte[] secret;

    private JobSecret(byte[] secret) {
        this.secret = secret;
    }

    /** {@return a new secret} */
    public static JobSecret create() {
        return new JobSecret(random(SECRET_BYTES));
    }

    /**
     * {@return the secret that {@link #toHex} wrote}
     *
     * @param hex two digits a byte, from the process's environment
     * @throws IllegalArgumentException if the text is not hexadecimal or not of a secret's length; it is not repeated
     */
    public static JobSecret fromHex(String hex) {
        byte[] secret;
        try {
            secret = HexFormat.of().parseHex(hex);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the job's secret is not hexadecimal");
        }
        if (secret.length != SECRET_BYTES)
            throw new IllegalArgumentException(
                    "the job's secret has " + secret.length + " bytes instead of " + SECRET_BYTES);
        return new JobSecret(secret);
    }

    /** {@return the secret for the environment of a process of the job} */
    public String toHex() {
        return HexFormat.of().formatHex(secret);
    }

    byte[] key() {
        return part(0, PASSWORD_OF_PROCESSES);
    }

    byte[] passwordOfProcesses() {
        return part(PASSWORD_OF_PROCESSES, PASSWORD_OF_LAUNCHER);
    }

    byte[] passwordOfLauncher() {
        return part(PASSWORD_OF_LAUNCHER, TOKEN);
    }

    /** {@return a number that nobody outside the job guesses, which may be told to its processes alone} */
    public long token() {
        return ByteBuffer.wrap(secret).getLong(TOKEN);
    }

    /** {@return the beginning of names of files, which nobody guesses before there are any} */
    public String fileName() {
        return HexFormat.of().formatHex(part(FILE_NAME, SECRET_BYTES));
    }

    private byte[] part(int from, int to) {
        return Arrays.copyOfRange(secret, from, to);
    }

    /** {@return {@value #CHALLENGE_BYTES} fresh random bytes} */
    public static byte[] challenge() {
        return random(CHALLENGE_BYTES);
    }

    /**
     * {@return what the connecting side answers}
     *
     * @param connector the rank of the connecting side
     * @param acceptor the rank of the accepting side
     * @param connectorChallenge the random bytes that the connecting side sent
     * @param acceptorChallenge the random bytes that the accepting side sent
     */
    public byte[] connectorProof(int connector, int acceptor, byte[] connectorChallenge, byte[] acceptorChallenge) {
        return proof((byte) 'C', connector, acceptor, connectorChallenge, acceptorChallenge);
    }

    /**
     * {@return what the accepting side answers}
     *
     * @param connector the rank of the connecting side
     * @param acceptor the rank of the accepting side
     * @param connectorChallenge the random bytes that the connecting side sent
     * @param acceptorChallenge the random bytes that the accepting side sent
     */
    public byte[] acceptorProof(int connector, int acceptor, byte[] connectorChallenge, byte[] acceptorChallenge) {
        return proof((byte) 'A', connector, acceptor, connectorChallenge, acceptorChallenge);
    }

    /**
     * Compares two proofs in a time that does not tell where they differ.
     *
     * @param expected the proof that this side computed
     * @param got the proof that the other side sent
     * @return whether they are the same
     */
    public static boolean same(byte[] expected, byte[] got) {
        return MessageDigest.isEqual(expected, got);
    }

    /**
     * {@return random bytes that nobody guesses}
     *
     * @param count how many
     */
    public static byte[] random(int count) {
        byte[] bytes = new byte[count];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    private byte[] proof(byte role, int connector, int acceptor, byte[] connectorChallenge, byte[] acceptorChallenge) {
        ByteBuffer message = ByteBuffer.allocate(9 + connectorChallenge.length + acceptorChallenge.length);
        message.put(role).putInt(connector).putInt(acceptor);
        message.put(connectorChallenge).put(acceptorChallenge);
        return new Hmac(part(0, PASSWORD_OF_PROCESSES)).of(message.array());
    }

    @Override
    public String toString() {
        return "JobSecret[hidden]";
    }
}
