package org.jmpi.comm.trust;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

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

    // RFC 4231's test cases 1 and 2.
    @ParameterizedTest
    @CsvSource({
        "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b, 4869205468657265,"
                + " b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        "4a656665, 7768617420646f2079612077616e7420666f72206e6f7468696e673f,"
                + " 5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    })
    void hashesOfTheStandard(String key, String message, String hash) {
        byte[] computed =
                new Hmac(HexFormat.of().parseHex(key)).of(HexFormat.of().parseHex(message));
        assertEquals(hash, HexFormat.of().formatHex(computed));
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

    // RFC 5869's test cases 1 and 3, of SHA-256 without a salt and with one.
    @ParameterizedTest
    @CsvSource({
        "000102030405060708090a0b0c, f0f1f2f3f4f5f6f7f8f9,"
                + " 3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
        "0000000000000000000000000000000000000000000000000000000000000000, '',"
                + " 8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
    })
    void derivedBytesOfTheStandard(String salt, String info, String okm) {
        byte[] key = new byte[22];
        Arrays.fill(key, (byte) 0x0b);
        HexFormat hex = HexFormat.of();
        assertEquals(okm, hex.formatHex(Hmac.hkdf(hex.parseHex(salt), key, hex.parseHex(info), 42)));
    }
}
