package org.jmpi.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jmpi.comm.config.JmpiConfig;

/** Authorities, certificates that they sign, and key stores of them. */
final class Certificates {
    static final String PASSWORD = "only a test";

    private static final String ALGORITHM = "Ed25519";
    private static final byte[] ED25519 = Der.sequence(Der.objectIdentifier(0x2b, 0x65, 0x70));
    private static final DateTimeFormatter UTC_TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final int DAYS = 100;

    private final Path folder;
    private final Map<String, KeyPair> keys = new HashMap<>();
    private final Map<String, List<X509Certificate>> chains = new HashMap<>();

    Certificates(Path folder) {
        this.folder = folder;
    }

    /** Makes an authority, of version 1: one of version 3 would have to say that it is one. */
    void authority(String name) throws GeneralSecurityException {
        keys.put(name, KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair());
        chains.put(name, List.of(certificate(name, name, new byte[0], DAYS)));
    }

    /** Makes a certificate that an authority has signed, and that ends in so many days. */
    void issue(String name, String authority, int days) throws GeneralSecurityException {
        keys.put(name, KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair());
        X509Certificate certificate = certificate(name, authority, Der.context0(Der.integer(2)), days);
        chains.put(name, List.of(certificate, chains.get(authority).get(0)));
    }

    private X509Certificate certificate(String name, String issuer, byte[] version, int days)
            throws GeneralSecurityException {
        Instant now = Instant.now();
        PublicKey key = keys.get(name).getPublic();
        byte[] validity = Der.sequence(time(now.minus(DAYS, ChronoUnit.DAYS)), time(now.plus(days, ChronoUnit.DAYS)));
        byte[] content =
                Der.sequence(version, Der.integer(1), ED25519, name(issuer), validity, name(name), key.getEncoded());
        Signature signature = Signature.getInstance(ALGORITHM);
        signature.initSign(keys.get(issuer).getPrivate());
        signature.update(content);
        byte[] whole = Der.sequence(content, ED25519, Der.bitString(signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
    }

    private static byte[] time(Instant time) {
        return Der.utcTime(UTC_TIME.format(time));
    }

    private static byte[] name(String common) {
        return Der.sequence(Der.set(Der.sequence(Der.objectIdentifier(0x55, 0x04, 0x03), Der.utf8(common))));
    }

    /** Returns the identity of a certificate that its owner has not checked. */
    Identity identity(String name, Identity trusting) {
        return new Identity(keys.get(name).getPrivate(), chains.get(name), trusting.trust());
    }

    /** Writes a key store with a certificate, its key, and trust anchors; returns its file. */
    Path store(String name, String... anchors) throws IOException, GeneralSecurityException {
        return store(name + ".p12", List.of(name), anchors);
    }

    Path store(String file, List<String> names, String... anchors) throws IOException, GeneralSecurityException {
        char[] password = PASSWORD.toCharArray();
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (String name : names) {
            X509Certificate[] chain = chains.get(name).toArray(X509Certificate[]::new);
            store.setKeyEntry(name, keys.get(name).getPrivate(), password, chain);
        }
        for (String anchor : anchors)
            store.setCertificateEntry(anchor, chains.get(anchor).get(0));
        Path path = folder.resolve(file);
        try (OutputStream out = Files.newOutputStream(path)) {
            store.store(out, password);
        }
        return path;
    }

    /** Returns the settings for a key store. */
    static JmpiConfig settings(Path store) {
        Properties settings = new Properties();
        settings.setProperty("jmpi.tls.keystore", store.toString());
        return JmpiConfig.load(settings, Map.of());
    }
}
