package org.jmpi.transport.rmi;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.AddressPair;
import org.jmpi.comm.trust.Proof;
import org.jmpi.tls.Tls;
import org.jmpi.tls.TlsStreams;

/** A connection that this rank has made. */
final class ConnectedSocket extends Socket {
    private final TransportSite site;

    /** Null for a connection in clear. */
    private final Tls tls;

    private final UnaryOperator<InputStream> heard;
    private final Consumer<ConnectedSocket> onClose;
    private TlsStreams encrypted;
    private Proof proof;

    /**
     * @param tls null for a connection in clear
     * @param heard makes a stream that notes what comes
     */
    ConnectedSocket(TransportSite site, Tls tls, UnaryOperator<InputStream> heard, Consumer<ConnectedSocket> onClose) {
        this.site = site;
        this.tls = tls;
        this.heard = heard;
        this.onClose = onClose;
    }

    @Override
    public void connect(SocketAddress address, int millis) throws IOException {
        super.connect(address, millis);
        if (tls == null) {
            proof = site.proof(AddressPair.ofInitiator(this));
            return;
        }
        encrypted = TlsStreams.open(
                tls.connection(true), this, super.getInputStream(), super.getOutputStream(), Acceptor.limit(site));
        proof = Proof.hmac(site.secret(), encrypted.binding());
    }

    /** Returns how this side proves the secret. */
    Proof proof() {
        return proof;
    }

    @Override
    public void close() throws IOException {
        super.close();
        onClose.accept(this);
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return heard.apply(encrypted == null ? super.getInputStream() : encrypted.input());
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        OutputStream out = encrypted == null ? super.getOutputStream() : encrypted.output();
        return new BufferedOutputStream(out, ServerSockets.BUFFER_BYTES);
    }
}
