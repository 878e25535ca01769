package org.jmpi.tls;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

/** Accepts one certificate. */
final class PinnedTrust extends Trust {
    private final X509Certificate certificate;

    PinnedTrust(X509Certificate certificate) {
        this.certificate = certificate;
    }

    @Override
    void check(X509Certificate[] chain, boolean initiator, String keyType) throws CertificateException {
        if (!certificate.equals(chain[0])) throw new CertificateException("it does not know this job's secret");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
