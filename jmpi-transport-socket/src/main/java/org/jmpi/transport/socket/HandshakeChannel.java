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
import org.jmpi.comm.trust.AddressPair;

/** A connection while Netty has it: until its handshake is over. */
final class HandshakeChannel extends NioSocketChannel {
    private static final int READ_BYTES = 128;

    /**
     * What the kernel is asked to hold each way between ranks of one host. Its own choice, which grows with use, left
     * the sender waiting for the receiver in two of three runs: 1 MiB then took twice as long (pingpong). Between hosts
     * it knows better.
     */
    private static final int LOCAL_KERNEL_BYTES = 4 << 20;

    /** Opens a connection's socket. */
    HandshakeChannel(boolean local) throws IOException {
        this(null, SelectorProvider.provider().openSocketChannel(), local);
    }

    HandshakeChannel(Channel listener, SocketChannel socket, boolean local) throws IOException {
        super(listener, configured(socket, local));
        config().setAllocator(UnpooledByteBufAllocator.DEFAULT);
        config().setRecvByteBufAllocator(new FixedRecvByteBufAllocator(READ_BYTES));
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

    SocketChannel socket() {
        return javaChannel();
    }

    /** Returns the addresses of a connection that this side has made. */
    AddressPair asInitiator() throws IOException {
        return AddressPair.of(local(), remote());
    }

    /** Returns the addresses of a connection that this side has accepted. */
    AddressPair asAcceptor() throws IOException {
        return AddressPair.of(remote(), local());
    }

    private InetSocketAddress local() throws IOException {
        return (InetSocketAddress) socket().getLocalAddress();
    }

    private InetSocketAddress remote() throws IOException {
        return (InetSocketAddress) socket().getRemoteAddress();
    }

    void send(ByteBuffer message) {
        writeAndFlush(Unpooled.wrappedBuffer(message));
    }

    @Override
    protected ChannelId newId() {
        return new SocketId();
    }
}
