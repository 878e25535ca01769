package org.jmpi.transport.socket;

import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelId;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;

/** A connection while Netty has it: until its handshake is over. */
final class HandshakeChannel extends NioSocketChannel {
    private static final int READ_BYTES = 128;

    /** Opens a connection's socket. */
    HandshakeChannel() throws IOException {
        this(null, SelectorProvider.provider().openSocketChannel());
    }

    HandshakeChannel(Channel listener, SocketChannel socket) throws IOException {
        super(listener, withoutDelay(socket));
        config().setAllocator(UnpooledByteBufAllocator.DEFAULT);
        config().setRecvByteBufAllocator(new FixedRecvByteBufAllocator(READ_BYTES));
    }

    private static SocketChannel withoutDelay(SocketChannel socket) throws IOException {
        try {
            return socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    SocketChannel socket() {
        return javaChannel();
    }

    ChannelFuture send(byte... message) {
        return writeAndFlush(Unpooled.wrappedBuffer(message));
    }

    @Override
    protected ChannelId newId() {
        return new SocketId();
    }
}
