package org.jmpi.comm.trust;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class JobSecretTest {
    private final JobSecret secret = JobSecret.create();
    private final byte[] c = JobSecret.challenge();
    private final byte[] a = JobSecret.challenge();

    @Test
    void whoeverKnowsTheSecretComputesTheSameProofs() {
        JobSecret copy = JobSecret.fromHex(secret.toHex());
        assertTrue(JobSecret.same(secret.connectorProof(3, 5, c, a), copy.connectorProof(3, 5, c, a)));
        assertTrue(JobSecret.same(secret.acceptorProof(3, 5, c, a), copy.acceptorProof(3, 5, c, a)));
        assertEquals(secret.toHex(), copy.toHex());
        assertEquals(JobSecret.PROOF_BYTES, secret.acceptorProof(3, 5, c, a).length);
        assertEquals(JobSecret.CHALLENGE_BYTES, c.length);
    }

    @Test
    void aProofIsNoneForAnotherRoleRankChallengeOrSecret() {
        List<byte[]> proofs = new ArrayList<>();
        byte[] other = c.clone();
        other[31] ^= 1;
        for (JobSecret each : List.of(secret, JobSecret.create())) {
            proofs.add(each.connectorProof(3, 5, c, a));
            proofs.add(each.acceptorProof(3, 5, c, a));
            proofs.add(each.connectorProof(5, 3, c, a));
            proofs.add(each.acceptorProof(5, 3, c, a));
            proofs.add(each.connectorProof(3, 6, c, a));
            proofs.add(each.connectorProof(4, 5, c, a));
            proofs.add(each.connectorProof(3, 5, a, c));
            proofs.add(each.acceptorProof(3, 5, a, c));
            proofs.add(each.connectorProof(3, 5, other, a));
            proofs.add(each.connectorProof(3, 5, c, other));
        }
        for (int i = 0; i < proofs.size(); i++)
            for (int j = 0; j < proofs.size(); j++) assertEquals(i == j, JobSecret.same(proofs.get(i), proofs.get(j)));
    }

    @Test
    void aProofIsTheHmacThatTheDocumentationDescribes() throws Exception {
        byte[] key = Arrays.copyOf(HexFormat.of().parseHex(secret.toHex()), 32);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update(new byte[] {'C', 0, 0, 0, 3, 0, 0, 1, 2});
        mac.update(c);
        assertArrayEquals(mac.doFinal(a), secret.connectorProof(3, 258, c, a));
    }

    @Test
    void noTwoSecretsOrChallengesAreTheSame() {
        assertNotEquals(JobSecret.create().toHex(), JobSecret.create().toHex());
        assertFalse(Arrays.equals(JobSecret.challenge(), JobSecret.challenge()));
        assertEquals(232, secret.toHex().length());
    }

    @Test
    void aProofThatIsTooShortOrAbsentIsWrong() {
        byte[] proof = secret.connectorProof(0, 1, c, a);
        assertFalse(JobSecret.same(proof, Arrays.copyOf(proof, 31)));
        assertFalse(JobSecret.same(proof, new byte[0]));
        assertFalse(JobSecret.same(proof, null));
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
        assertEquals(hex.substring(64, 128), HexFormat.of().formatHex(secret.passwordOfProcesses()));
        assertEquals(hex.substring(128, 192), HexFormat.of().formatHex(secret.passwordOfLauncher()));
        assertEquals(hex.substring(192, 208), HexFormat.of().toHexDigits(secret.token()));
        assertEquals(hex.substring(208), secret.fileName());
    }

    @Test
    void theSecretIsNotPrinted() {
        assertFalse(secret.toString().contains(secret.toHex().substring(0, 8)), secret.toString());
    }
}
