package org.jmpi.comm.trust;

import java.util.Arrays;

/** A hash that only who knows a key can compute: HMAC (RFC 2104) with SHA-256. */
final class Hmac {
    private static final byte INNER = 0x36;
    private static final byte OUTER = 0x5c;

    private final byte[] key;

    Hmac(byte[] key) {
        byte[] short64 = key.length > Sha256.BLOCK_BYTES ? Sha256.hash(key) : key;
        this.key = Arrays.copyOf(short64, Sha256.BLOCK_BYTES);
    }

    /** {@return the HMAC of some bytes, 32 bytes} */
    byte[] of(byte[] message) {
        return Sha256.hash(after(OUTER, Sha256.hash(after(INNER, message))));
    }

    private byte[] after(byte pad, byte[] message) {
        byte[] block = Arrays.copyOf(key, key.length + message.length);
        for (int i = 0; i < key.length; i++) block[i] ^= pad;
        System.arraycopy(message, 0, block, key.length, message.length);
        return block;
    }
}
