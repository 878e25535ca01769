package org.jmpi.transport.socket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.ConnectFailures;
import org.jmpi.comm.trust.ConnectRetry;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.Handshake.Verdict;

/**
 * The attempts to connect to one peer, at all its addresses: they begin one after the other, and the first connection
 * that is admitted is used (RFC 8305). By the leader only.
 *
 * <p>Both ranks of a pair may connect at the same time. Of all their connections the lower rank chooses one: it answers
 * on one connection of its own and closes the others, or admits one that the higher rank has made. Until then it admits
 * the other's connections, so that one direction that is blocked does no harm.
 */
final class Connector {
    /** The time before the next address begins, as RFC 8305 recommends in section 5. */
    static final long STAGGER_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** The longest time until a peer that is asked has connected, if no address of its answers. */
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The peer for which the attempts are made. */
    interface Owner {
        /** Returns a channel for one attempt. */
        HandshakeChannel newChannel() throws IOException;

        /** The connection is used; {@code early} came behind the handshake. */
        void adopt(HandshakeChannel channel, ByteBuffer early);

        /**
         * No address has answered so far: the peer may be asked to connect.
         *
         * @return whether it has been asked
         */
        boolean askPeer();

        /** No attempt is made any more. */
        void unreachable(String reason);
    }

    private final int rank;
    private final TransportSite site;
    private final DrivenLoop loop;
    private final Owner owner;
    private final List<Target> targets = new ArrayList<>();
    private final ConnectFailures failures = new ConnectFailures();
    private final Future<?> limit;

    /** The number of targets that have begun. */
    private int begun;

    /** Set once the lower rank has answered: it admits no connection of the peer. */
    private Target chosen;

    /** Whether the peer uses a connection that it has made, which is still to come. */
    private boolean crossing;

    private boolean stopped;

    /** Whether it was tried to ask the peer to connect. */
    private boolean asked;

    /** Whether the peer has been asked, and may still connect. */
    private boolean hopes;

    /**
     * Begins with the first address.
     *
     * @param rank of the peer
     * @param addresses in the order in which they are tried; at least one
     */
    Connector(int rank, List<InetSocketAddress> addresses, TransportSite site, DrivenLoop loop, Owner owner) {
        this.rank = rank;
        this.site = site;
        this.loop = loop;
        this.owner = owner;
        for (InetSocketAddress address : addresses) targets.add(new Target(address));
        long nanos = site.config().connectNanos();
        limit = loop.schedule(() -> timeOut(nanos), nanos, TimeUnit.NANOSECONDS);
        begin(0);
    }

    private void begin(int index) {
        if (stopped || crossing || index < begun) return;
        if (index == targets.size()) {
            ask();
            return;
        }
        begun = index + 1;
        targets.get(index).tryToConnect();
        loop.schedule(() -> begin(index + 1), STAGGER_NANOS, TimeUnit.NANOSECONDS);
    }

    private void timeOut(long nanos) {
        for (Target target : targets) target.timeOut();
        if (crossing) failures.add(targets.get(0).address, new IOException("the peer's own connection did not come"));
        fail("within " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms: " + failures);
    }

    private void ask() {
        if (!asked) hopes = owner.askPeer();
        asked = true;
    }

    private void fail(String reason) {
        if (stopped) return;
        stop(null);
        owner.unreachable(reason + failures.advice());
    }

    /** Ends all attempts but one, whose connection is used; null if it is none of these. */
    void stop(HandshakeChannel adopted) {
        stopped = true;
        limit.cancel(false);
        closeAllBut(adopted);
    }

    private void closeAllBut(HandshakeChannel kept) {
        for (Target target : targets) {
            HandshakeChannel channel = target.attempt;
            if (channel == null || channel == kept) continue;
            target.attempt = null;
            channel.close();
        }
    }

    /** Decides on a connection that the peer has made. */
    Verdict judge() {
        return site.rank() < rank && chosen != null ? Verdict.CROSSING : Verdict.ADMITTED;
    }

    String describe() {
        return failures.last() == null ? "" : ", tries again: " + failures;
    }

    private void goOn() {
        for (Target target : targets.subList(0, begun)) target.tryToConnect();
    }

    private void exhausted() {
        boolean all = begun == targets.size();
        for (Target target : targets) all &= target.over;
        if (!all || crossing || stopped) return;
        ask();
        if (!hopes) fail(failures.toString());
        else loop.schedule(() -> fail(failures + "; nor has it connected"), answerNanos(), TimeUnit.NANOSECONDS);
    }

    private long answerNanos() {
        return Math.min(ANSWER_NANOS, site.config().connectNanos() / 2);
    }

    /** One address of the peer. */
    private final class Target {
        private final InetSocketAddress address;
        private ConnectRetry retry;

        /** The connection that is being made; null between two attempts. */
        private HandshakeChannel attempt;

        /** Whether no other attempt would succeed. */
        private boolean over;

        Target(InetSocketAddress address) {
            this.address = address;
        }

        void tryToConnect() {
            if (stopped || crossing || over || attempt != null || chosen != null) return;
            if (retry == null) retry = new ConnectRetry(site.config().connectNanos());
            HandshakeChannel channel;
            try {
                channel = owner.newChannel();
            } catch (IOException | RuntimeException e) {
                tryAgain(e instanceof IOException cause ? cause : new IOException(e.getMessage(), e));
                return;
            }
            attempt = channel;
            channel.config().setConnectTimeoutMillis(ConnectRetry.REACH_MILLIS);
            channel.pipeline().addLast(new Connecting(this, channel));
            loop.register(channel);
            channel.connect(address).addListener(done -> {
                if (!done.isSuccess()) failed(channel, done.cause());
            });
        }

        void failed(HandshakeChannel channel, Throwable cause) {
            if (channel != attempt) return; // given up before
            attempt = null;
            channel.close();
            IOException failure = cause instanceof IOException e ? e : new IOException(cause.getMessage(), cause);
            loop.execute(() -> tryAgain(failure));
        }

        private void tryAgain(IOException cause) {
            if (stopped) return;
            long pause = retry.pauseAfter(cause);
            over = pause < 0;
            failures.add(address, over ? retry.conclude(cause) : cause);
            if (chosen == this) {
                chosen = null;
                goOn();
            }
            if (!over) loop.schedule(this::tryToConnect, pause, TimeUnit.NANOSECONDS);
            else begin(begun);
            exhausted();
        }

        void timeOut() {
            if (attempt == null) return;
            String state = attempt.isActive() ? "it has not proved the secret" : "no answer";
            failures.add(address, new IOException(state));
        }

        /** Returns whether the connection may be used: the lower rank answers on one connection only. */
        boolean choose(HandshakeChannel channel) {
            if (site.rank() > rank) return true;
            if (chosen != null || channel != attempt) return false;
            chosen = this;
            closeAllBut(channel);
            return true;
        }

        void refused(Verdict verdict, HandshakeChannel channel, IOException cause) {
            if (channel != attempt) return;
            if (verdict == Verdict.REFUSED) {
                failures.add(address, cause);
                fail(failures.toString());
            } else if (verdict == Verdict.CROSSING) {
                attempt = null;
                crossing = true;
            } else failed(channel, cause);
        }
    }

    private final class Connecting extends HandshakeHandler {
        private final Target target;
        private final HandshakeChannel channel;

        Connecting(Target target, HandshakeChannel channel) {
            super(channel);
            this.target = target;
            this.channel = channel;
        }

        @Override
        Handshake handshake() throws IOException {
            return Handshake.initiator(PROTOCOL, site.rank(), rank, channel.initiatorProof(site));
        }

        @Override
        boolean mayAnswer() {
            return target.choose(channel);
        }

        @Override
        void admitted(int initiator, ByteBuffer early) {
            owner.adopt(channel, early);
        }

        @Override
        void failed(Verdict verdict, IOException cause) {
            target.refused(verdict, channel, cause);
        }
    }
}
