package org.jmpi.comm.trust;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HmacTest {
    private final Random random = new Random(7);

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    // FIPS 180-4's examples.
    @ParameterizedTest
    @CsvSource({
        "'', e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "abc, ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq,"
                + " 248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    })
    void hashesOfTheStandard(String message, String hash) {
        assertEquals(hash, HexFormat.of().formatHex(Sha256.hash(message.getBytes(StandardCharsets.US_ASCII))));
    }

    @Test
    void everyLengthHashesAsInTheJdk() throws Exception {
        MessageDigest jdk = MessageDigest.getInstance("SHA-256");
        for (int length = 0; length <= 300; length++) {
            byte[] message = bytes(length);
            assertArrayEquals(jdk.digest(message), Sha256.hash(message), "length " + length);
        }
    }

    @Test
    void keysOfEveryLengthAuthenticateAsInTheJdk() throws Exception {
        for (int length = 1; length <= 140; length++) {
            byte[] key = bytes(length);
            byte[] message = bytes(length + 9);
            Mac jdk = Mac.getInstance("HmacSHA256");
            jdk.init(new SecretKeySpec(key, "HmacSHA256"));
            assertArrayEquals(jdk.doFinal(message), new Hmac(key).of(message), "length " + length);
        }
    }

    @Test
    void whatIsHashedStaysAsItIs() {
        byte[] key = bytes(64);
        byte[] message = bytes(64);
        byte[] keyBefore = key.clone();
        byte[] messageBefore = message.clone();
        new Hmac(key).of(message);
        assertArrayEquals(keyBefore, key);
        assertArrayEquals(messageBefore, message);
    }

    @Test
    void randomBytesDifferWhereverTheyComeFrom() {
        assertEquals(32, RandomBytes.take(32).length);
        assertEquals(32, RandomBytes.ofProvider(32).length);
        assertFalse(Arrays.equals(RandomBytes.take(32), RandomBytes.take(32)));
        assertFalse(Arrays.equals(RandomBytes.ofProvider(32), RandomBytes.ofProvider(32)));
    }
}
