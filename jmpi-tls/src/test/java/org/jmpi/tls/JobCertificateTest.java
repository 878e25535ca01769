package org.jmpi.tls;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.HexFormat;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.Test;

class JobCertificateTest {
    private static final int PUBLIC_KEY_BYTES = 32;

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    /** RFC 8032 section 7.1, tests 1 and 2. */
    @Test
    void aSeedGivesTheKeyPairOfTheStandard() throws Exception {
        String[][] cases = {
            {
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
            },
            {
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
            }
        };
        for (String[] each : cases) {
            byte[] encoded = JobCertificate.keyPair(bytes(each[0])).getPublic().getEncoded();
            byte[] key = Arrays.copyOfRange(encoded, encoded.length - PUBLIC_KEY_BYTES, encoded.length);
            assertArrayEquals(bytes(each[1]), key);
        }
    }

    @Test
    void everyProcessMakesTheSameCertificate() throws Exception {
        JobSecret secret = JobSecret.create();
        X509Certificate first = JobCertificate.of(secret).chain().get(0);
        Identity second = JobCertificate.of(JobSecret.fromHex(secret.toHex()));
        assertArrayEquals(first.getEncoded(), second.chain().get(0).getEncoded());
        assertNotEquals(first, JobCertificate.of(JobSecret.create()).chain().get(0));
    }

    @Test
    void theCertificateIsWhatX509Asks() throws Exception {
        Identity identity = JobCertificate.of(JobSecret.create());
        X509Certificate certificate = identity.chain().get(0);
        certificate.verify(certificate.getPublicKey());
        certificate.checkValidity();
        assertEquals(3, certificate.getVersion());
        assertEquals("CN=JMPI job", certificate.getSubjectX500Principal().getName());
        assertEquals(certificate.getSubjectX500Principal(), certificate.getIssuerX500Principal());
        assertEquals(0, certificate.getNotBefore().getTime());
        assertEquals("1.3.101.112", certificate.getSigAlgOID());
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(identity.key());
        signature.update((byte) 7);
        byte[] signed = signature.sign();
        signature.initVerify(certificate);
        signature.update((byte) 7);
        assertTrue(signature.verify(signed));
    }

    @Test
    void theCertificateIsValidByAnyClock() throws Exception {
        X509Certificate certificate =
                JobCertificate.of(JobSecret.create()).chain().get(0);
        for (String time : new String[] {"1970-01-01T00:00:00Z", "2020-01-01T00:00:00Z", "9999-12-31T23:59:59Z"})
            certificate.checkValidity(Date.from(Instant.parse(time)));
    }

    @Test
    void derLengthsHaveThreeForms() {
        for (int length : new int[] {0, 126, 127, 254, 255, 1000}) {
            byte[] value = Der.bitString(new byte[length]);
            int content = length + 1; // and the number of unused bits
            int head = content < 128 ? 2 : content < 256 ? 3 : 4;
            assertEquals(head + content, value.length);
            int first = value[1] & 0xff;
            int last = value[head - 1] & 0xff;
            assertEquals(content, head == 2 ? first : head == 3 ? last : (value[2] & 0xff) << 8 | last);
            assertEquals(head == 2 ? content : 0x80 + head - 2, first);
        }
    }
}
