package org.jmpi.transport.socket;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jmpi.comm.transport.TransportSite;

/**
 * The listening side's door: connections stay here until they have proved the job's secret, for a limited time and in a
 * limited number. When there are too many the oldest goes, since an honest one is through within milliseconds.
 */
final class Admission extends ChannelInboundHandlerAdapter {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int STRANGERS = 64;

    private final TransportSite site;
    private final DrivenLoop loop;
    private final IntFunction<SocketPeer> peers;
    private final Map<HandshakeChannel, Future<?>> unproved = new LinkedHashMap<>();
    private long refused;
    private String lastReason;

    Admission(TransportSite site, DrivenLoop loop, IntFunction<SocketPeer> peers) {
        this.site = site;
        this.loop = loop;
        this.peers = peers;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        if (unproved.size() >= STRANGERS + site.size()) dropOldest();
        HandshakeChannel channel = (HandshakeChannel) accepted;
        long nanos = Math.min(LIMIT_NANOS, site.config().connectNanos());
        unproved.put(channel, loop.schedule(() -> channel.close(), nanos, TimeUnit.NANOSECONDS));
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

    private void dropOldest() {
        HandshakeChannel oldest = unproved.keySet().iterator().next();
        release(oldest); // now: the channel tells its end only after this batch of connections
        oldest.close();
    }

    private void release(HandshakeChannel channel) {
        Future<?> limit = unproved.remove(channel);
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
        return unproved.isEmpty();
    }

    void close() {
        for (HandshakeChannel channel : List.copyOf(unproved.keySet())) channel.close();
    }

    String describe() {
        return unproved.size() + " connections unproved, " + refused + " refused"
                + (lastReason == null ? "" : ", the last because " + lastReason);
    }
}
