package org.jmpi.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/** Shows one certificate to everybody. */
final class OneKey extends X509ExtendedKeyManager {
    private static final String ALIAS = "jmpi";

    private final PrivateKey key;
    private final X509Certificate[] chain;

    OneKey(PrivateKey key, List<X509Certificate> chain) {
        this.key = key;
        this.chain = chain.toArray(X509Certificate[]::new);
    }

    private String alias(String... keyTypes) {
        for (String type : keyTypes) if (type.equals(chain[0].getPublicKey().getAlgorithm())) return ALIAS;
        return null;
    }

    @Override
    public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        return alias(keyTypes);
    }

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        return alias(keyType);
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        return alias(keyTypes);
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return alias(keyType);
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return chain.clone();
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return key;
    }
}
