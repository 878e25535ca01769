package org.jmpi.transport.socket;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.tls.Tls;
import org.jmpi.tls.TlsConnection;

/**
 * TLS on the connections of one rank. Keys and signatures of handshakes are computed on a thread beside the leader: a
 * stranger, too, has them computed, and frames do not wait for that. The thread ends when it has nothing to do.
 */
final class Encryption implements Closeable {
    private static final long IDLE_SECONDS = 1;

    private final Tls tls;
    private final ThreadPoolExecutor worker;

    private Encryption(Tls tls, int rank) {
        this.tls = tls;
        worker = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                body -> new DaemonThread(body, "jmpi-tls-" + rank));
        worker.allowCoreThreadTimeOut(true);
    }

    /**
     * Returns what the settings ask for; null for connections in clear.
     *
     * @throws IOException if the key store or the password cannot be read, or the JVM lacks an algorithm
     */
    static Encryption of(TransportSite site) throws IOException {
        Tls tls = Tls.of(site.config(), site.secret());
        return tls == null ? null : new Encryption(tls, site.rank());
    }

    TlsConnection connection(boolean initiator) throws IOException {
        return tls.connection(initiator);
    }

    Executor worker() {
        return worker;
    }

    @Override
    public void close() {
        worker.shutdownNow();
    }
}
