package org.jmpi.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.List;
import org.jmpi.comm.trust.JobSecret;

/**
 * The certificate of a job. Each process computes the same key pair of Ed25519 from the job's secret, and the same
 * self-signed certificate of that key. So nothing is distributed, and a peer that shows the certificate and signs with
 * its key has proved the secret.
 *
 * <p>It is valid at any time: clocks of hosts differ, and the secret lives as long as the job.
 */
final class JobCertificate {
    private static final String ALGORITHM = "Ed25519";
    private static final String LABEL = "JMPI TLS Ed25519 seed 1";
    private static final int SEED_BYTES = 32;

    /** Ed25519: 1.3.101.112 (RFC 8410). */
    private static final byte[] ED25519 = Der.sequence(Der.objectIdentifier(0x2b, 0x65, 0x70));

    /** The common name: 2.5.4.3. */
    private static final byte[] NAME =
            Der.sequence(Der.set(Der.sequence(Der.objectIdentifier(0x55, 0x04, 0x03), Der.utf8("JMPI job"))));

    /** From the earliest time of a certificate to "no well-defined expiration date" (RFC 5280 section 4.1.2.5). */
    private static final byte[] VALIDITY =
            Der.sequence(Der.utcTime("700101000000Z"), Der.generalizedTime("99991231235959Z"));

    private static final int VERSION_3 = 2;

    private JobCertificate() {}

    /**
     * Returns the identity of every process of a job.
     *
     * @throws IOException if the JVM's providers lack Ed25519
     */
    static Identity of(JobSecret secret) throws IOException {
        try {
            KeyPair pair = keyPair(secret.derive(LABEL));
            X509Certificate certificate = certificate(pair);
            return new Identity(pair.getPrivate(), List.of(certificate), new PinnedTrust(certificate));
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "the certificate of the job cannot be made: " + e.getMessage()
                            + ": add the module jdk.crypto.ec to a runtime that lacks it, or name a key store by"
                            + " jmpi.tls.keystore",
                    e);
        }
    }

    /**
     * Returns the key pair of a seed (RFC 8032 section 5.1.5). The JDK takes the seed of a new key from a source of
     * random bytes.
     */
    static KeyPair keyPair(byte[] seed) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(ALGORITHM);
        generator.initialize(NamedParameterSpec.ED25519, new Seed(seed));
        KeyPair pair = generator.generateKeyPair();
        byte[] used = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
        if (!Arrays.equals(seed, used))
            throw new GeneralSecurityException(generator.getProvider() + " makes Ed25519 keys without a given seed");
        return pair;
    }

    private static X509Certificate certificate(KeyPair pair) throws GeneralSecurityException {
        byte[] content = Der.sequence(
                Der.context0(Der.integer(VERSION_3)),
                Der.integer(1),
                ED25519,
                NAME,
                VALIDITY,
                NAME,
                pair.getPublic().getEncoded());
        byte[] whole = Der.sequence(content, ED25519, Der.bitString(sign(pair.getPrivate(), content)));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
    }

    private static byte[] sign(PrivateKey key, byte[] content) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(ALGORITHM);
        signature.initSign(key);
        signature.update(content);
        return signature.sign();
    }

    /** Gives its seed as the only random bytes. */
    private static final class Seed extends SecureRandom {
        private static final long serialVersionUID = 1;

        private final byte[] seed;

        Seed(byte[] seed) {
            this.seed = Arrays.copyOf(seed, SEED_BYTES);
        }

        @Override
        public void nextBytes(byte[] bytes) {
            if (bytes.length != SEED_BYTES) throw new IllegalStateException("a seed of " + bytes.length + " bytes");
            System.arraycopy(seed, 0, bytes, 0, SEED_BYTES);
        }
    }
}
