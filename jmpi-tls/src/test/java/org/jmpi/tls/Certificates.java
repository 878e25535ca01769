package org.jmpi.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.config.JmpiConfig;

/** Makes certificates by {@code keytool}, and key stores of them. */
final class Certificates {
    static final String PASSWORD = "only a test";

    private static final int LIMIT_SECONDS = 30;

    private final Path folder;
    private final Path all;

    Certificates(Path folder) {
        this.folder = folder;
        all = folder.resolve("all.p12");
    }

    /** Returns the file with everything. */
    Path all() {
        return all;
    }

    /** Makes an authority. */
    void authority(String name) throws Exception {
        keytool(name, "-ext", "bc:c", "-validity", "100");
    }

    /** Makes a certificate that an authority has signed. */
    void issue(String name, String authority, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("-signer", authority));
        words.addAll(List.of(options));
        keytool(name, words.toArray(String[]::new));
    }

    private void keytool(String name, String... options) throws Exception {
        String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        List<String> words = new ArrayList<>(List.of(tool, "-genkeypair", "-keyalg", "EC", "-groupname", "secp256r1"));
        words.addAll(List.of("-alias", name, "-dname", "CN=" + name, "-keystore", all.toString()));
        words.addAll(List.of("-storepass", PASSWORD));
        words.addAll(List.of(options));
        Path log = folder.resolve("log");
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (!ended) process.destroyForcibly();
        assertEquals(0, ended ? process.exitValue() : -1, Files.readString(log));
    }

    /** Writes a key store with a certificate, its key, and trust anchors; returns its file. */
    Path store(String name, String... anchors) throws IOException, GeneralSecurityException {
        char[] password = PASSWORD.toCharArray();
        KeyStore from = KeyStore.getInstance(all.toFile(), password);
        KeyStore to = KeyStore.getInstance("PKCS12");
        to.load(null, null);
        to.setKeyEntry(name, from.getKey(name, password), password, from.getCertificateChain(name));
        for (String anchor : anchors) to.setCertificateEntry(anchor, from.getCertificate(anchor));
        Path file = folder.resolve(name + ".p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            to.store(out, password);
        }
        return file;
    }

    /** Returns the settings for a key store. */
    static JmpiConfig settings(Path store) {
        Properties settings = new Properties();
        settings.setProperty("jmpi.tls.keystore", store.toString());
        return JmpiConfig.load(settings, Map.of());
    }
}
