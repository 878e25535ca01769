package org.jmpi.tls;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSession;
import org.jmpi.comm.trust.RefusedException;

/**
 * One side of a TLS connection, without a socket: a carrier puts the bytes that come into {@link #incoming}, and sends
 * those of {@link #outgoing}.
 *
 * <pre>
 *             +-- TlsConnection ---------------------------+
 *   network --&gt;  incoming (records)  -- unwrap --&gt;  plain bytes
 *   network &lt;--  outgoing (records)  &lt;-- wrap ----  plain bytes
 *             +--------------------------------------------+
 * </pre>
 *
 * Both buffers are ready to be written to: the records lie before their position. One thread makes the handshake. After
 * it one thread at a time may unwrap while another one wraps. The engine answers a KeyUpdate of the peer in front of
 * the next bytes that are wrapped.
 */
public final class TlsConnection {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SSLEngine engine;

    /** The longest record in bytes. */
    private final int longest;

    private ByteBuffer incoming;
    private ByteBuffer outgoing;

    TlsConnection(SSLEngine engine) throws SSLException {
        this.engine = engine;
        engine.beginHandshake();
        longest = engine.getSession().getPacketBufferSize();
        incoming = ByteBuffer.allocate(2 * longest);
        outgoing = ByteBuffer.allocate(2 * longest);
    }

    /**
     * {@return the bytes of the network that are not unwrapped yet; ready to be written to} It has room for a record
     * behind what {@link #unwrap} has left.
     */
    public ByteBuffer incoming() {
        return incoming;
    }

    /** {@return the records that are to be sent; ready to be written to} */
    public ByteBuffer outgoing() {
        return outgoing;
    }

    /**
     * Enlarges both buffers.
     *
     * @param bytes the size of each, if it is more than now
     */
    public void enlarge(int bytes) {
        incoming = enlarged(incoming, bytes);
        outgoing = enlarged(outgoing, bytes);
    }

    private static ByteBuffer enlarged(ByteBuffer buffer, int bytes) {
        return bytes <= buffer.capacity() ? buffer : ByteBuffer.allocate(bytes).put(buffer.flip());
    }

    /**
     * Goes on with the handshake as far as the bytes that have come allow. The carrier then sends {@link #outgoing},
     * whether this returns or throws: a failure leaves an alert there.
     *
     * @return whether the handshake is over
     * @throws RefusedException if one side does not accept the other's certificate
     * @throws IOException if the bytes are no TLS, or there is no protocol in common
     */
    public boolean handshake() throws IOException {
        while (!advance()) {
            Runnable work = work();
            if (work == null) return false;
            work.run();
        }
        return true;
    }

    /**
     * Does the same as {@link #handshake}, but leaves keys and signatures to {@link #work}. A carrier whose thread has
     * more to do so has them computed by another one.
     *
     * @return whether the handshake is over
     * @throws RefusedException if one side does not accept the other's certificate
     * @throws IOException if the bytes are no TLS, or there is no protocol in common
     */
    public boolean advance() throws IOException {
        try {
            while (true) {
                switch (engine.getHandshakeStatus()) {
                    case NEED_TASK -> {
                        return false;
                    }
                    case NEED_WRAP -> wrapStep(NOTHING);
                    case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                        if (!unwrapOne()) return false;
                    }
                    default -> {
                        return true;
                    }
                }
            }
        } catch (SSLException e) {
            throw failure(e);
        }
    }

    /**
     * {@return the computation that the handshake needs before {@link #advance} goes on; null if it waits for bytes}
     * Any thread may run it. Until it has ended, the carrier may add to {@link #incoming}, and calls nothing else.
     */
    public Runnable work() {
        return engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK ? this::runTasks : null;
    }

    /**
     * Decrypts records, until none is complete or the target has no room for the next one.
     *
     * @param target takes the bytes; {@code incoming().position()} bytes are room enough
     * @throws IOException if a record was not written by the peer, or the peer reports a failure
     */
    public void unwrap(ByteBuffer target) throws IOException {
        incoming.flip();
        try {
            while (incoming.hasRemaining() && unwrapStep(target)) continue;
        } catch (SSLException e) {
            throw failure(e);
        } finally {
            incoming.compact();
        }
    }

    /** Unwraps one record of the handshake: what follows the last one may be the first plain bytes. */
    private boolean unwrapOne() throws SSLException {
        incoming.flip();
        try {
            return incoming.hasRemaining() && engine.unwrap(incoming, NOTHING).bytesConsumed() > 0;
        } finally {
            incoming.compact();
        }
    }

    private boolean unwrapStep(ByteBuffer target) throws SSLException {
        SSLEngineResult result = engine.unwrap(incoming, target);
        if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) runTasks();
        return result.bytesConsumed() > 0;
    }

    /**
     * Encrypts bytes, as many as there is room for in {@link #outgoing}.
     *
     * @param source what is not encrypted stays in it
     * @throws IOException if the connection has failed
     */
    public void wrap(ByteBuffer source) throws IOException {
        while (source.hasRemaining() && outgoing.remaining() >= longest) {
            if (wrapStep(source).getStatus() == SSLEngineResult.Status.CLOSED)
                throw new IOException("the connection is closed for sending");
        }
    }

    private SSLEngineResult wrapStep(ByteBuffer source) throws SSLException {
        if (outgoing.remaining() < longest) enlarge(2 * outgoing.capacity());
        return engine.wrap(source, outgoing);
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) task.run();
    }

    /**
     * Informs the peer, by a record to be sent, that no more bytes come.
     *
     * @throws IOException if the engine fails
     */
    public void closeOutbound() throws IOException {
        engine.closeOutbound();
        wrapStep(NOTHING);
    }

    /** {@return whether the peer has said that no more bytes come} */
    public boolean isInboundDone() {
        return engine.isInboundDone();
    }

    private IOException failure(SSLException cause) {
        alert();
        for (Throwable deeper = cause.getCause(); deeper != null; deeper = deeper.getCause())
            if (deeper instanceof CertificateException refusal)
                return new RefusedException("TLS: " + refusal.getMessage(), cause);
        // An alert of the peer. Bytes that are no TLS give another exception: they may be those of a connection that
        // broke.
        if (cause instanceof SSLHandshakeException) return new RefusedException("TLS: " + cause.getMessage(), cause);
        return new IOException("TLS: " + cause.getMessage(), cause);
    }

    private void alert() {
        try {
            if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) wrapStep(NOTHING);
        } catch (SSLException e) {
            // The failure that this one follows is the one to report.
        }
    }

    /**
     * Returns the bytes by which both ends of this connection know it: the hashes of the two certificates, the
     * initiator's first. A relay that terminates TLS between two processes shows a certificate of its own to one of
     * them.
     *
     * @return for {@link org.jmpi.comm.trust.Proof#hmac}
     * @throws IOException if the handshake is not over
     */
    public byte[] binding() throws IOException {
        SSLSession session = engine.getSession();
        Certificate[] local = session.getLocalCertificates();
        Certificate[] peer = session.getPeerCertificates();
        boolean initiator = engine.getUseClientMode();
        byte[] first = hash((initiator ? local : peer)[0]);
        byte[] second = hash((initiator ? peer : local)[0]);
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }

    private static byte[] hash(Certificate certificate) throws IOException {
        try {
            return MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IOException("a certificate of a TLS connection has no hash: " + e.getMessage(), e);
        }
    }
}
