package org.jmpi.transport.socket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.Handshake.Verdict;

/** Carries one side of a {@link Handshake} over a Netty channel; ends in {@link #admitted} or {@link #failed}, once. */
abstract class HandshakeHandler extends ChannelInboundHandlerAdapter {
    /** The name and version of everything on the connection. */
    static final String PROTOCOL = "JMPItcp3";

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final HandshakeChannel channel;
    private Handshake handshake;
    private boolean greeted;
    private boolean over;

    HandshakeHandler(HandshakeChannel channel) {
        this.channel = channel;
    }

    /** Returns this side of a handshake over the channel, which is connected. */
    abstract Handshake handshake() throws IOException;

    /**
     * Decides on an initiator that has proved the secret; the acceptor's side.
     *
     * @param early whether it has sent more than the handshake
     */
    Verdict decide(int initiator, boolean early) throws IOException {
        throw new IllegalStateException("an initiator does not decide");
    }

    /** Whether an initiator goes on once the acceptor has proved the secret. */
    boolean mayAnswer() {
        return true;
    }

    /** Takes the channel; {@code early} came behind the handshake. */
    abstract void admitted(int initiator, ByteBuffer early);

    /** The connection is closed, and not used. */
    abstract void failed(Verdict verdict, IOException cause);

    @Override
    public final void channelActive(ChannelHandlerContext context) throws IOException {
        handshake = handshake();
        advance(NOTHING);
    }

    @Override
    public final void channelRead(ChannelHandlerContext context, Object bytes) throws IOException {
        ByteBuf in = (ByteBuf) bytes;
        try {
            advance(in.nioBuffer());
        } finally {
            in.release();
        }
    }

    private void advance(ByteBuffer bytes) throws IOException {
        while (!over) {
            switch (handshake.state()) {
                case NEED_WRAP -> send();
                case NEED_UNWRAP -> {
                    if (!bytes.hasRemaining()) return;
                    handshake.unwrap(bytes);
                }
                case NEED_VERDICT -> handshake.decide(decide(handshake.initiator(), bytes.hasRemaining()));
                case ADMITTED -> handOver(bytes);
                case REFUSED -> fail(handshake.refusal());
            }
        }
    }

    // An unused connection takes so few bytes at once: a close behind them loses none.
    private void send() {
        if (greeted && !mayAnswer()) {
            fail(new IOException("another connection is used"));
            return;
        }
        greeted = true;
        ByteBuffer outgoing = ByteBuffer.allocate(Handshake.MOST_BYTES);
        handshake.wrap(outgoing);
        channel.send(outgoing.flip());
    }

    private void handOver(ByteBuffer bytes) {
        over = true;
        channel.config().setAutoRead(false); // what comes now is read by SocketConnection
        ByteBuffer early = ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
        admitted(handshake.initiator(), early);
    }

    private void fail(IOException cause) {
        if (over) return;
        over = true;
        channel.close();
        failed(handshake == null ? null : handshake.verdict(), cause);
    }

    @Override
    public final void channelInactive(ChannelHandlerContext context) {
        fail(new IOException("the connection was closed during the handshake"));
    }

    @Override
    public final void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        fail(new IOException("the handshake failed: " + cause.getMessage(), cause));
    }
}
