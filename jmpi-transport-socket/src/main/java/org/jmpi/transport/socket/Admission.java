package org.jmpi.transport.socket;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.Unproven;

/**
 * The listening side's door: connections stay here until they have proved the job's secret, for a limited time and in a
 * limited number ({@link Unproven}).
 */
final class Admission extends ChannelInboundHandlerAdapter {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TransportSite site;
    private final DrivenLoop loop;
    private final IntFunction<SocketPeer> peers;
    private final Unproven<HandshakeChannel> unproven;

    /** The end of each one's time. */
    private final Map<HandshakeChannel, Future<?>> limits = new HashMap<>();

    private long refused;
    private String lastReason;

    Admission(TransportSite site, DrivenLoop loop, IntFunction<SocketPeer> peers) {
        this.site = site;
        this.loop = loop;
        this.peers = peers;
        this.unproven = new Unproven<>(site.size());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        HandshakeChannel channel = (HandshakeChannel) accepted;
        HandshakeChannel victim = unproven.add(channel);
        if (victim != null) drop(victim);
        long nanos = Math.min(LIMIT_NANOS, site.config().connectNanos());
        limits.put(channel, loop.schedule(() -> channel.close(), nanos, TimeUnit.NANOSECONDS));
        channel.pipeline().addLast(new AcceptorHandshake(site, this, channel));
        loop.register(channel);
    }

    /** The process has no file descriptor left, perhaps: the others wait in the host's queue till one is free. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        lastReason = "accepting failed: " + cause.getMessage();
        context.channel().config().setAutoRead(false);
        loop.schedule(() -> context.channel().config().setAutoRead(true), PAUSE_NANOS, TimeUnit.NANOSECONDS);
    }

    private void drop(HandshakeChannel victim) {
        release(victim); // now: the channel reports its end only after this batch of connections
        victim.close();
    }

    private void release(HandshakeChannel channel) {
        unproven.remove(channel);
        Future<?> limit = limits.remove(channel);
        if (limit != null) limit.cancel(false);
    }

    SocketPeer peer(int rank) {
        return peers.apply(rank);
    }

    void proved(HandshakeChannel channel) {
        release(channel);
    }

    void refused(HandshakeChannel channel, String reason) {
        release(channel);
        refused++;
        lastReason = reason;
    }

    boolean isEmpty() {
        return unproven.count() == 0;
    }

    void close() {
        for (HandshakeChannel channel : unproven.list()) channel.close();
    }

    String describe() {
        return unproven.count() + " connections unproved, " + refused + " refused"
                + (lastReason == null ? "" : ", the last because " + lastReason);
    }
}
