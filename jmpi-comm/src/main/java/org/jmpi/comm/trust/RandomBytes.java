package org.jmpi.comm.trust;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.security.SecureRandom;

/** Bytes that nobody can guess: the operating system's, without the JDK's 20 ms of looking for a provider where possible. */
public final class RandomBytes {
    private static final File DEVICE = new File("/dev/urandom");

    private RandomBytes() {}

    /**
     * {@return fresh random bytes}
     *
     * @param count how many
     */
    public static byte[] take(int count) {
        if (!DEVICE.exists()) return ofProvider(count);
        try (FileInputStream in = new FileInputStream(DEVICE)) {
            byte[] bytes = in.readNBytes(count);
            return bytes.length == count ? bytes : ofProvider(count);
        } catch (IOException e) {
            // Out of file descriptors, or not allowed to read it.
            return ofProvider(count);
        }
    }

    static byte[] ofProvider(int count) {
        byte[] bytes = new byte[count];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }
}
