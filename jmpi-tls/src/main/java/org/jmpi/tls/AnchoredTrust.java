package org.jmpi.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** Accepts certificates that are valid now and lead to one of some trust anchors (RFC 5280). */
final class AnchoredTrust extends Trust {
    private final X509TrustManager pkix;

    AnchoredTrust(List<X509Certificate> anchors) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (X509Certificate anchor : anchors) store.setCertificateEntry("anchor" + store.size(), anchor);
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(store);
        pkix = (X509TrustManager) factory.getTrustManagers()[0];
    }

    @Override
    void check(X509Certificate[] chain, boolean initiator, String keyType) throws CertificateException {
        chain[0].checkValidity(); // PKIX takes an anchor as it is, at any time
        if (initiator) pkix.checkClientTrusted(chain, keyType);
        else pkix.checkServerTrusted(chain, keyType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return pkix.getAcceptedIssuers();
    }
}
