package org.jmpi.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.trust.SecretFile;

/**
 * The key store of the user, PKCS #12 or JKS: one private key with its certificates, and the trust anchors. A store
 * without trusted certificates trusts the last certificate of its own chain.
 */
final class UserKeyStore {
    private static final String PASSWORD_FILE = "jmpi.tls.password.file";
    private static final String OF_OTHERS = "---rwxrwx";

    private final Path file;
    private final KeyStore store;
    private final char[] password;

    private UserKeyStore(Path file, KeyStore store, char[] password) {
        this.file = file;
        this.store = store;
        this.password = password;
    }

    /**
     * Returns the identity in the key store of setting {@code jmpi.tls.keystore}.
     *
     * @param variable the value of {@value Tls#PASSWORD}, which is used if no file has the password; may be null
     * @throws IOException if the store can't be read or has no valid certificate; the message names the file
     */
    static Identity read(JmpiConfig config, String variable) throws IOException {
        char[] password = password(config, variable);
        Path file = Path.of(config.tlsKeystore());
        if (!Files.isReadable(file)) throw new IOException("jmpi.tls.keystore is not a file that can be read: " + file);
        try {
            return new UserKeyStore(file, KeyStore.getInstance(file.toFile(), password), password).identity();
        } catch (IOException | GeneralSecurityException e) {
            throw new IOException("jmpi.tls.keystore " + file + ": " + e.getMessage(), e);
        }
    }

    private static char[] password(JmpiConfig config, String variable) throws IOException {
        if (config.tlsPasswordFile() == null) {
            if (variable != null) return variable.toCharArray();
            throw new IOException("jmpi.tls.keystore " + config.tlsKeystore()
                    + " needs its password: in a file named by " + PASSWORD_FILE + ", or in " + Tls.PASSWORD);
        }
        return read(Path.of(config.tlsPasswordFile()));
    }

    private static char[] read(Path password) throws IOException {
        if (!Files.isReadable(password)) throw new IOException(PASSWORD_FILE + " cannot be read: " + password);
        SecretFile.check(PASSWORD_FILE, password, OF_OTHERS, "others can read or change it: chmod 600 " + password);
        try {
            return Files.readString(password).strip().toCharArray();
        } catch (IOException e) {
            throw new IOException(PASSWORD_FILE + " cannot be read: " + e, e);
        }
    }

    private Identity identity() throws IOException, GeneralSecurityException {
        List<String> keys = new ArrayList<>();
        List<X509Certificate> anchors = new ArrayList<>();
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias)) keys.add(alias);
            else if (store.getCertificate(alias) instanceof X509Certificate anchor) anchors.add(anchor);
        }
        if (keys.size() != 1) throw new IOException("it has " + keys.size() + " private keys instead of one: " + keys);
        List<X509Certificate> chain = chain(keys.get(0));
        chain.get(0).checkValidity();
        if (anchors.isEmpty()) anchors.add(chain.get(chain.size() - 1));
        return new Identity(key(keys.get(0)), chain, new AnchoredTrust(anchors));
    }

    private PrivateKey key(String alias) throws IOException, GeneralSecurityException {
        Key key = store.getKey(alias, password);
        if (key instanceof PrivateKey found) return found;
        throw new IOException("its key " + alias + " is not a private key");
    }

    private List<X509Certificate> chain(String alias) throws IOException {
        List<X509Certificate> chain = new ArrayList<>();
        try {
            for (Certificate certificate : store.getCertificateChain(alias)) chain.add((X509Certificate) certificate);
        } catch (ClassCastException | NullPointerException | GeneralSecurityException e) {
            throw new IOException("its key " + alias + " has no X.509 certificate", e);
        }
        return chain;
    }

    @Override
    public String toString() {
        return "UserKeyStore[" + file + "]";
    }
}
