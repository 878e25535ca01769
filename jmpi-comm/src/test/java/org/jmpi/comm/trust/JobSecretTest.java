package org.jmpi.comm.trust;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobSecretTest {
    private final JobSecret secret = JobSecret.create();

    @Test
    void noTwoSecretsOrChallengesAreTheSame() {
        assertNotEquals(JobSecret.create().toHex(), JobSecret.create().toHex());
        assertFalse(Arrays.equals(JobSecret.random(32), JobSecret.random(32)));
        assertEquals(232, secret.toHex().length());
    }

    @Test
    void aKeyAndAPurposeGiveOneSecret() {
        byte[] key = JobSecret.random(32);
        String derived = JobSecret.derive(key, new byte[] {1}).toHex();
        assertEquals(derived, JobSecret.derive(key, new byte[] {1}).toHex());
        assertNotEquals(derived, JobSecret.derive(key, new byte[] {2}).toHex());
        assertNotEquals(
                derived, JobSecret.derive(JobSecret.random(32), new byte[] {1}).toHex());
    }

    @Test
    void theBytesOfASecretMakeTheSameSecret() {
        assertEquals(secret.toHex(), JobSecret.of(secret.toBytes()).toHex());
        assertThrows(IllegalArgumentException.class, () -> JobSecret.of(new byte[115]));
    }

    @Test
    void whatIsNotHexadecimalIsRefusedWithoutRepeatingIt() {
        String almost = secret.toHex().substring(0, 231) + "x";
        for (String text : List.of(almost, secret.toHex().substring(1), "geheim-geheim-geheim-geheim")) {
            IllegalArgumentException refusal =
                    assertThrows(IllegalArgumentException.class, () -> JobSecret.fromHex(text));
            assertEquals("the job's secret is not hexadecimal", refusal.getMessage());
            assertNull(refusal.getCause());
        }
    }

    @Test
    void aSecretOfAnotherLengthIsRefusedWithoutRepeatingIt() {
        for (String text : List.of("cafe0123456789cafe0123456789ff", secret.toHex() + "00")) {
            IllegalArgumentException refusal =
                    assertThrows(IllegalArgumentException.class, () -> JobSecret.fromHex(text));
            assertEquals("the job's secret has " + text.length() / 2 + " bytes instead of 116", refusal.getMessage());
        }
    }

    @Test
    void itsPartsAreThoseThatTheDocumentationDraws() {
        String hex = secret.toHex();
        assertEquals(hex, JobSecret.fromHex(hex).toHex());
        assertEquals(hex.substring(0, 64), HexFormat.of().formatHex(secret.key()));
        assertEquals(hex.substring(64, 128), HexFormat.of().formatHex(secret.passwordOfProcesses()));
        assertEquals(hex.substring(128, 192), HexFormat.of().formatHex(secret.passwordOfLauncher()));
        assertEquals(hex.substring(192, 208), HexFormat.of().toHexDigits(secret.token()));
        assertEquals(hex.substring(208), secret.fileName());
    }

    @Test
    void eachUseHasAKeyOfItsOwn() {
        byte[] key = secret.derive("one");
        assertEquals(32, key.length);
        assertArrayEquals(key, JobSecret.fromHex(secret.toHex()).derive("one"));
        assertFalse(Arrays.equals(key, secret.derive("two")));
        assertFalse(Arrays.equals(key, JobSecret.create().derive("one")));
    }

    @Test
    void theSecretIsNotPrinted() {
        assertFalse(secret.toString().contains(secret.toHex().substring(0, 8)), secret.toString());
    }
}
