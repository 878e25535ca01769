package org.jmpi.comm.trust;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The secret of the processes of one job: random bytes, each for one use and never for another.
 *
 * <pre>
 * byte 0             32                      64                     96      104           116
 *      +-------------+-----------------------+----------------------+-------+-------------+
 *      | key of      | password of processes | password of the      | token | name of     |
 *      | proofs      |                       | launcher             |       | files       |
 *      +-------------+-----------------------+----------------------+-------+-------------+
 * </pre>
 *
 * {@link Proof} uses the key and the passwords. By the token the processes of a host know each other's memory, whose
 * files have names that cannot be guessed. So a rank whose peers are all on its host needs no random bytes and no hash
 * of its own.
 */
public final class JobSecret {
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
        return of(secret);
    }

    /**
     * {@return the secret that {@link #toBytes} returned}
     *
     * @param secret all bytes of it
     * @throws IllegalArgumentException if it has not a secret's length
     */
    public static JobSecret of(byte[] secret) {
        if (secret.length != SECRET_BYTES)
            throw new IllegalArgumentException(
                    "the job's secret has " + secret.length + " bytes instead of " + SECRET_BYTES);
        return new JobSecret(secret.clone());
    }

    /**
     * {@return the secret that follows from a key that the processes share, by HKDF (RFC 5869) with SHA-256}
     *
     * @param key bytes that cannot be guessed, of any distribution, of which at least 32 are advised
     * @param info what the secret is for; another one gives a secret from which this one cannot be computed
     */
    public static JobSecret derive(byte[] key, byte[] info) {
        return new JobSecret(Hmac.hkdf(new byte[Hmac.BYTES], key, info, SECRET_BYTES));
    }

    /** {@return the secret for a channel that no other process reads} */
    public byte[] toBytes() {
        return secret.clone();
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

    /** {@return a number that cannot be guessed outside the job, which may be told to its processes alone} */
    public long token() {
        return ByteBuffer.wrap(secret).getLong(TOKEN);
    }

    /** {@return the beginning of names of files, which cannot be guessed before there are any} */
    public String fileName() {
        return HexFormat.of().formatHex(part(FILE_NAME, SECRET_BYTES));
    }

    /**
     * {@return a key for one more use, from which neither the secret nor the key of another use follows} It is the HMAC
     * of the label by the key of proofs. No label is as long as what a proof covers.
     *
     * @param label names the use
     */
    public byte[] derive(String label) {
        return new Hmac(key()).of(label.getBytes(StandardCharsets.US_ASCII));
    }

    private byte[] part(int from, int to) {
        return Arrays.copyOfRange(secret, from, to);
    }

    /**
     * {@return random bytes that cannot be guessed}
     *
     * @param count how many
     */
    public static byte[] random(int count) {
        byte[] bytes = new byte[count];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    @Override
    public String toString() {
        return "JobSecret[hidden]";
    }
}
