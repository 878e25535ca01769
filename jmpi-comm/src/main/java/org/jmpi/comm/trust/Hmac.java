package org.jmpi.comm.trust;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * A hash that only who knows a key can compute: HMAC (RFC 2104) with SHA-256.
 *
 * <p>It is two hashes of the JDK. The JDK's own {@code javax.crypto.Mac} gives the same bytes, but checks its providers
 * before the first of them: 30 ms for each process of a job.
 */
public final class Hmac {
    /** The length of a result in bytes. */
    public static final int BYTES = 32;

    private static final int BLOCK_BYTES = 64;
    private static final byte INNER = 0x36;
    private static final byte OUTER = 0x5c;

    private final MessageDigest sha256;
    private final byte[] key;

    /**
     * Computes hashes by a key.
     *
     * @param key of any length
     */
    public Hmac(byte[] key) {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
        byte[] atMostABlock = key.length > BLOCK_BYTES ? sha256.digest(key) : key;
        this.key = Arrays.copyOf(atMostABlock, BLOCK_BYTES);
    }

    /**
     * {@return the HMAC of some bytes, {@value #BYTES} bytes}
     *
     * @param message the bytes
     */
    public byte[] of(byte[] message) {
        return hash(OUTER, hash(INNER, message));
    }

    /**
     * Returns bytes that follow from a key, by HKDF (RFC 5869).
     *
     * @param salt at least one byte
     * @param info what the bytes are for
     * @param length in bytes, at most 255 results
     */
    static byte[] hkdf(byte[] salt, byte[] key, byte[] info, int length) {
        Hmac expand = new Hmac(new Hmac(salt).of(key));
        byte[] all = new byte[length];
        byte[] block = {};
        for (int done = 0, i = 1; done < length; done += BYTES, i++) {
            byte[] message = Arrays.copyOf(block, block.length + info.length + 1);
            System.arraycopy(info, 0, message, block.length, info.length);
            message[message.length - 1] = (byte) i;
            block = expand.of(message);
            System.arraycopy(block, 0, all, done, Math.min(BYTES, length - done));
        }
        return all;
    }

    private byte[] hash(byte pad, byte[] message) {
        byte[] block = key.clone();
        for (int i = 0; i < BLOCK_BYTES; i++) block[i] ^= pad;
        sha256.update(block);
        return sha256.digest(message);
    }
}
