package org.jmpi.transport.socket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jmpi.tls.TlsConnection;

/**
 * TLS below a {@link HandshakeHandler}, to which the channel is active once the handshake of TLS is over. It hands on
 * the bytes of one network read in one piece, and leaves only an incomplete record for the {@link TlsChannel}.
 *
 * <p>While the worker computes, the leader reads nothing from the connection and leaves its {@link TlsConnection}
 * alone: by the worker's queue it hands it over, and by a task of the event loop it gets it back.
 */
final class TlsHandler extends ChannelDuplexHandler {
    private final TlsConnection tls;
    private final Executor worker;
    private boolean over;

    /**
     * @param worker runs the computations of the handshake
     */
    TlsHandler(TlsConnection tls, Executor worker) {
        this.tls = tls;
        this.worker = worker;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) throws IOException {
        advance(context);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) throws IOException {
        ByteBuf in = (ByteBuf) bytes;
        ByteBuffer records = tls.incoming();
        try {
            records.limit(records.position() + in.readableBytes());
            in.readBytes(records);
        } finally {
            records.limit(records.capacity());
            in.release();
        }
        advance(context);
    }

    private void advance(ChannelHandlerContext context) throws IOException {
        if (!over) {
            try {
                over = tls.advance();
            } finally {
                sendRecords(context);
            }
            if (!over) {
                compute(context, tls.work());
                return;
            }
            context.fireChannelActive();
        }
        ByteBuffer plain = ByteBuffer.allocate(tls.incoming().position());
        tls.unwrap(plain);
        if (plain.position() > 0) context.fireChannelRead(Unpooled.wrappedBuffer(plain.flip()));
    }

    /** @param work null if the handshake waits for bytes */
    private void compute(ChannelHandlerContext context, Runnable work) {
        if (work == null) return;
        context.channel().config().setAutoRead(false);
        worker.execute(() -> {
            if (!context.channel().isOpen()) return;
            work.run();
            try {
                context.executor().execute(() -> resume(context));
            } catch (RejectedExecutionException closed) {
                // The transport has closed the connection meanwhile.
            }
        });
    }

    private void resume(ChannelHandlerContext context) {
        if (!context.channel().isOpen()) return;
        context.channel().config().setAutoRead(true);
        try {
            advance(context);
        } catch (IOException e) {
            context.fireExceptionCaught(e);
        }
    }

    private void sendRecords(ChannelHandlerContext context) {
        if (tls.outgoing().position() > 0) context.writeAndFlush(records());
    }

    @Override
    public void write(ChannelHandlerContext context, Object bytes, ChannelPromise promise) throws IOException {
        ByteBuf out = (ByteBuf) bytes;
        try {
            tls.wrap(out.nioBuffer());
        } finally {
            out.release();
        }
        context.write(records(), promise);
    }

    /** Returns a copy of the records that are to be sent. */
    private ByteBuf records() {
        ByteBuffer records = tls.outgoing().flip();
        ByteBuf copy = Unpooled.copiedBuffer(records);
        records.clear();
        return copy;
    }
}
