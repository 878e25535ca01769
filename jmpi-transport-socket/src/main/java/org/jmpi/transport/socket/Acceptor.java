package org.jmpi.transport.socket;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.Admission;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.Handshake.Verdict;

/** Lets the connections that others make prove the job's secret, for a limited time; then a peer takes each. */
@Sharable
final class Acceptor extends ChannelInboundHandlerAdapter {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TransportSite site;
    private final DrivenLoop loop;
    private final IntFunction<SocketPeer> peers;
    private final Admission<HandshakeChannel> admission;
    private String trouble = "";

    Acceptor(TransportSite site, DrivenLoop loop, IntFunction<SocketPeer> peers) {
        this.site = site;
        this.loop = loop;
        this.peers = peers;
        admission = new Admission<>(site.size(), HandshakeChannel::close);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        HandshakeChannel channel = (HandshakeChannel) accepted;
        admission.add(channel);
        channel.pipeline().addLast(new Accepting(channel));
        loop.register(channel);
    }

    /** The process has no file descriptor left, perhaps: the others wait in the host's queue till one is free. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        trouble = ", accepting failed: " + cause.getMessage();
        context.channel().config().setAutoRead(false);
        loop.schedule(() -> context.channel().config().setAutoRead(true), PAUSE_NANOS, TimeUnit.NANOSECONDS);
    }

    boolean isIdle() {
        return admission.count() == 0;
    }

    void close() {
        admission.close();
    }

    String describe() {
        return admission.describe() + trouble;
    }

    private final class Accepting extends HandshakeHandler {
        private final HandshakeChannel channel;
        private final Future<?> limit;

        Accepting(HandshakeChannel channel) {
            super(channel);
            this.channel = channel;
            long nanos = Math.min(LIMIT_NANOS, site.config().connectNanos());
            limit = loop.schedule(() -> channel.close(), nanos, TimeUnit.NANOSECONDS);
        }

        @Override
        Handshake handshake() throws IOException {
            return Handshake.acceptor(PROTOCOL, site.rank(), channel.acceptorProof(site));
        }

        @Override
        Verdict decide(int initiator, boolean early) throws IOException {
            admission.admit(channel);
            SocketPeer peer = peers.apply(initiator);
            return early || peer == null ? Verdict.REFUSED : peer.judge();
        }

        @Override
        void admitted(int initiator, ByteBuffer early) {
            limit.cancel(false);
            peers.apply(initiator).adopt(channel, early);
        }

        @Override
        void failed(Verdict verdict, IOException cause) {
            limit.cancel(false);
            admission.refuse(channel, cause.getMessage());
        }
    }
}
