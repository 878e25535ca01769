package org.jmpi.transport.socket;

import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelId;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.AddressPair;
import org.jmpi.comm.trust.Proof;
import org.jmpi.tls.TlsConnection;

/** A connection while Netty has it: until its handshake is over. */
final class HandshakeChannel extends NioSocketChannel {
    private static final int READ_BYTES = 128;

    /** A read finds a certificate whole, and fits behind an incomplete record. */
    private static final int TLS_READ_BYTES = 16 << 10;

    /**
     * The size of the kernel's buffers each way between ranks of one host. The kernel's own size, which grows with use,
     * left the sender waiting for the receiver in two of three runs: 1 MiB then took twice as long (pingpong). Between
     * hosts the kernel's size is better.
     */
    private static final int LOCAL_KERNEL_BYTES = 4 << 20;

    /** Null for a connection in clear. */
    private final TlsConnection tls;

    /**
     * Opens the socket of a connection that this side makes.
     *
     * @param encryption null for a connection in clear
     */
    HandshakeChannel(boolean local, Encryption encryption) throws IOException {
        this(null, SelectorProvider.provider().openSocketChannel(), local, encryption);
    }

    /**
     * @param listener has accepted the connection; null if this side makes it
     * @param encryption null for a connection in clear
     */
    HandshakeChannel(Channel listener, SocketChannel socket, boolean local, Encryption encryption) throws IOException {
        super(listener, configured(socket, local));
        tls = encryption == null ? null : encryption.connection(listener == null);
        config().setAllocator(UnpooledByteBufAllocator.DEFAULT);
        config().setRecvByteBufAllocator(new FixedRecvByteBufAllocator(tls == null ? READ_BYTES : TLS_READ_BYTES));
        if (tls != null) pipeline().addLast(new TlsHandler(tls, encryption.worker()));
    }

    private static SocketChannel configured(SocketChannel socket, boolean local) throws IOException {
        try {
            if (local) {
                socket.setOption(StandardSocketOptions.SO_SNDBUF, LOCAL_KERNEL_BYTES);
                socket.setOption(StandardSocketOptions.SO_RCVBUF, LOCAL_KERNEL_BYTES);
            }
            return socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Returns what moves the bytes once Netty does not. */
    ConnectionChannel connection() {
        return tls == null ? new ClearChannel(javaChannel()) : new TlsChannel(javaChannel(), tls);
    }

    /** Returns how this side proves the secret on a connection that it has made. */
    Proof initiatorProof(TransportSite site) throws IOException {
        return tls == null ? site.proof(AddressPair.of(local(), remote())) : encryptedProof(site);
    }

    /** Returns how this side proves the secret on a connection that it has accepted. */
    Proof acceptorProof(TransportSite site) throws IOException {
        return tls == null ? site.proof(AddressPair.of(remote(), local())) : encryptedProof(site);
    }

    private Proof encryptedProof(TransportSite site) throws IOException {
        return Proof.hmac(site.secret(), tls.binding());
    }

    private InetSocketAddress local() throws IOException {
        return (InetSocketAddress) javaChannel().getLocalAddress();
    }

    private InetSocketAddress remote() throws IOException {
        return (InetSocketAddress) javaChannel().getRemoteAddress();
    }

    void send(ByteBuffer message) {
        writeAndFlush(Unpooled.wrappedBuffer(message));
    }

    @Override
    protected ChannelId newId() {
        return new SocketId();
    }
}
