package org.jmpi.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.trust.JobSecret;

/**
 * TLS 1.3 between the processes of a job. Both sides of a connection show a certificate: that of the job, or one of the
 * user's key store. Sessions are not resumed, so that every connection proves the key.
 */
public final class Tls {
    /** The variable with the password of the user's key store, unless a file has it. */
    static final String PASSWORD = "JMPI_TLS_PASSWORD";

    private static final String PROTOCOL = "TLSv1.3";

    /** The fastest on processors that have instructions for AES first. */
    private static final String[] CIPHER_SUITES = {
        "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"
    };

    /** A server of the JDK sends no session ticket if sessions last for more than the 7 days that a ticket may. */
    private static final int NO_TICKET_SECONDS = 8 * 24 * 3600;

    private final SSLContext context;

    private Tls(Identity identity) throws GeneralSecurityException {
        context = SSLContext.getInstance(PROTOCOL);
        context.init(
                new KeyManager[] {new OneKey(identity.key(), identity.chain())},
                new TrustManager[] {identity.trust()},
                new SecureRandom());
        context.getServerSessionContext().setSessionTimeout(NO_TICKET_SECONDS);
    }

    /**
     * Returns the TLS that the settings ask for.
     *
     * @param config the settings of the job
     * @param secret of the job
     * @return null if {@link JmpiConfig#tls} is false
     * @throws IOException if the key store or the password cannot be read, or the JVM lacks an algorithm
     */
    public static Tls of(JmpiConfig config, JobSecret secret) throws IOException {
        if (!config.tls()) return null;
        return config.tlsKeystore() == null ? ofJob(secret) : of(UserKeyStore.read(config, System.getenv(PASSWORD)));
    }

    /**
     * {@return the TLS by the certificate of the job}
     *
     * @param secret of the job
     * @throws IOException if the JVM lacks an algorithm
     */
    public static Tls ofJob(JobSecret secret) throws IOException {
        return of(JobCertificate.of(secret));
    }

    static Tls of(Identity identity) throws IOException {
        try {
            return new Tls(identity);
        } catch (GeneralSecurityException e) {
            throw new IOException("this JVM does not open " + PROTOCOL + ": " + e.getMessage(), e);
        }
    }

    /**
     * {@return one side of a new connection}
     *
     * @param initiator whether this side has made the connection
     * @throws IOException if the JVM does not offer TLS 1.3
     */
    public TlsConnection connection(boolean initiator) throws IOException {
        // Without the peer's name: under a name the engine would look for a session to resume.
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(initiator);
        SSLParameters parameters = new SSLParameters(CIPHER_SUITES, new String[] {PROTOCOL});
        parameters.setNeedClientAuth(true);
        engine.setSSLParameters(parameters);
        return new TlsConnection(engine);
    }
}
