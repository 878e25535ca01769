package org.jmpi.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Decides on a peer's certificate, whichever side made the connection. Names of hosts play no role. */
abstract class Trust extends X509ExtendedTrustManager {
    /**
     * Checks the certificate of a peer.
     *
     * @param chain the peer's certificate, and those of its issuers
     * @param initiator whether the peer has made the connection
     * @param keyType as JSSE names it
     * @throws CertificateException if it is not accepted
     */
    abstract void check(X509Certificate[] chain, boolean initiator, String keyType) throws CertificateException;

    @Override
    public final void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, true, type);
    }

    @Override
    public final void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        check(chain, true, type);
    }

    @Override
    public final void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        check(chain, true, type);
    }

    @Override
    public final void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, false, type);
    }

    @Override
    public final void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        check(chain, false, type);
    }

    @Override
    public final void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        check(chain, false, type);
    }
}
