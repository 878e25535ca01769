package org.jmpi.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The certificate that a process shows its peers, and its decision on theirs.
 *
 * @param key belongs to the first certificate
 * @param chain the certificate of this process, and those of its issuers
 * @param trust decides on the peers' certificates
 */
record Identity(PrivateKey key, List<X509Certificate> chain, X509ExtendedTrustManager trust) {}
