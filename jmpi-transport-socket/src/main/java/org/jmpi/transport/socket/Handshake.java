package org.jmpi.transport.socket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.ByteBuffer;

/**
 * One side of a handshake. Collects messages of the length that is expected next, and nothing else is looked at; ends
 * in {@link #proved} or {@link #failed}, once.
 */
abstract class Handshake extends ChannelInboundHandlerAdapter {
    private byte[] message;
    private int filled;
    private boolean over;

    Handshake(int firstBytes) {
        message = new byte[firstBytes];
    }

    /** Takes the next message, then calls {@link #expect}, {@link #stop} or {@link #fail}. */
    abstract void take(HandshakeChannel channel, byte[] bytes);

    /** The connection ended, or was ended, before the handshake. */
    abstract void failed(String reason, Throwable cause);

    /**
     * Called when {@link #stop} was, with what came behind the last message.
     */
    abstract void proved(HandshakeChannel channel, ByteBuffer early);

    final void expect(int bytes) {
        message = new byte[bytes];
        filled = 0;
    }

    final void stop() {
        message = null;
    }

    final void fail(HandshakeChannel channel, String reason, Throwable cause) {
        if (over) return;
        over = true;
        message = null;
        channel.close();
        failed(reason, cause);
    }

    @Override
    public final void channelRead(ChannelHandlerContext context, Object bytes) {
        HandshakeChannel channel = (HandshakeChannel) context.channel();
        ByteBuf in = (ByteBuf) bytes;
        try {
            while (message != null && in.isReadable()) collect(channel, in);
            if (over || message != null) return;
            over = true;
            channel.config().setAutoRead(false); // what comes now is read by SocketConnection
            ByteBuffer early = ByteBuffer.allocate(in.readableBytes());
            in.readBytes(early);
            proved(channel, early.flip());
        } finally {
            in.release();
        }
    }

    private void collect(HandshakeChannel channel, ByteBuf in) {
        int bytes = Math.min(message.length - filled, in.readableBytes());
        in.readBytes(message, filled, bytes);
        filled += bytes;
        if (filled == message.length) take(channel, message);
    }

    @Override
    public final void channelInactive(ChannelHandlerContext context) {
        fail((HandshakeChannel) context.channel(), "the connection was closed during the handshake", null);
    }

    @Override
    public final void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        fail((HandshakeChannel) context.channel(), "the handshake failed: " + cause.getMessage(), cause);
    }
}
