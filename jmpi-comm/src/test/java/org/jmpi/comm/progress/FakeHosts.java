package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.StallDetector;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.Scheduler;
import org.jmpi.comm.transport.Sink;

/**
 * Ranks on hosts that do not exist, with a clock and a network that the test moves. A connection loses nothing: what a
 * cut holds up comes when it is mended, and what a frozen rank was sent it reads when it goes on.
 */
final class FakeHosts {
    static final long SECOND = 1_000_000_000L;
    static final long BOUND = 10 * SECOND;
    private static final JmpiConfig CONFIG = JmpiConfig.load(new Properties(), Map.of("JMPI_FAILURE_TIMEOUT", "10"));
    private static final long STEP = SECOND / 20;

    private final List<Host> hosts = new ArrayList<>();
    private final List<Rank> ranks = new ArrayList<>();
    private final PriorityQueue<Delivery> network = new PriorityQueue<>();
    private final Random random = new Random(17);
    private final BitSet cut = new BitSet();
    private final Set<String> connected = new HashSet<>();
    private final Set<String> received = new HashSet<>();
    private long now = SECOND;
    private long serial;
    private long latency = SECOND / 1000;
    private int sent;

    /** @param sizes how many ranks each host has, hosta first */
    FakeHosts(int... sizes) {
        for (int i = 0; i < sizes.length; i++)
            hosts.addAll(Collections.nCopies(sizes[i], Host.named("host" + (char) ('a' + i))));
        for (int rank = 0; rank < hosts.size(); rank++) ranks.add(new Rank(rank));
        for (Rank rank : ranks) rank.connect();
    }

    private record Delivery(long at, long serial, int from, int to, Frame frame) implements Comparable<Delivery> {
        @Override
        public int compareTo(Delivery other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(serial, other.serial);
        }
    }

    /** One rank: what it has heard of failures. */
    final class Rank implements PeerListener {
        private final int number;
        private final StallDetector stall = new StallDetector(() -> now);
        private final StallDetector.ClockWatch watch = stall.watch();
        private final Inbox inbox = new Inbox(0, Events.NONE, message -> {});
        private final PeerFailures failures;
        private PeerTable table;
        private final FrameDispatcher frames = new FrameDispatcher();
        private final Map<Integer, String> gone = new HashMap<>();
        private final List<Delivery> unread = new ArrayList<>();
        private final long phase = random.nextInt(250) * (SECOND / 1000);
        private long nextTick;
        private boolean dead;
        private boolean frozen;
        private String aborted;
        private CommException first;

        Rank(int number) {
            this.number = number;
            this.failures = new PeerFailures(number, CONFIG, this, Events.NONE, inbox, Scheduler.JDK, stall);
            failures.registerWith(frames);
        }

        private void connect() {
            PeerConnection[] peers = new PeerConnection[hosts.size()];
            for (int peer = 0; peer < peers.length; peer++) {
                peers[peer] = new PeerConnection(peer, new Way(number, peer), 0, 0);
            }
            table = new PeerTable(number, this, inbox, peers);
            ProgressLeader leader = new ProgressLeader(Scheduler.JDK, null, ProgressLeaderTest.hasty(), table, "none");
            failures.connect(table, List.copyOf(hosts), leader, () -> {});
            nextTick = now + phase;
        }

        int number() {
            return number;
        }

        PeerFailures failures() {
            return failures;
        }

        /** Returns why a peer is gone for this rank; null if it is not. */
        String gone(int peer) {
            CommException cause = table.get(peer).gone;
            return cause == null ? null : cause.getMessage();
        }

        /** Loses the connections to ranks, whose processes have ended. */
        void lose(List<Rank> peers) {
            for (Rank peer : peers) failures.onPeerLost(peer.number, new IOException("connection was reset"));
        }

        PeerConnection peer(int peer) {
            return table.get(peer);
        }

        /** Returns the first failure that was reported; null if none was. */
        String failure() {
            return first == null ? null : first.getMessage();
        }

        /** Returns what ended all waits of this rank; null if nothing has. */
        CommException endOfWaits() {
            return table.failure();
        }

        /** Returns the peers that were reported, with the message. */
        Map<Integer, String> reported() {
            return gone;
        }

        String aborted() {
            return aborted;
        }

        @Override
        public void onPeerGone(int peer, CommException cause) {
            if (first == null) first = cause;
            gone.put(peer, cause.getMessage());
        }

        @Override
        public void onAbort(int origin, int code, String message) {
            aborted = origin + " " + code + " " + message;
        }

        @Override
        public void beforeFailure() {}

        private void tick() {
            if (dead || frozen) return;
            watch.look();
            if (now < nextTick) return;
            nextTick = now + BOUND / 40;
            failures.tick(now);
        }

        private void take(Delivery delivery) {
            if (dead) return;
            if (frozen) unread.add(delivery);
            else show(delivery);
        }

        private void show(Delivery delivery) {
            received.add(number + " " + delivery.from);
            Frame frame = delivery.frame;
            PeerConnection from = table.senders()[delivery.from];
            if (from == null) {
                assertNull(failures.drop(delivery.from, frame.word0, 0));
                return;
            }
            Sink sink = frames.dispatch(from, frame.word0, frame.word1, frame.word2, frame.word3);
            if (sink == null) return;
            sink.take(frame.payload());
            sink.end();
        }
    }

    /** The way to a peer, connected by the first frame in either direction. */
    private final class Way implements Endpoint {
        private final int from;
        private final int to;

        Way(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public void send(Frame frame) {
            FakeHosts.this.send(from, to, frame);
        }

        @Override
        public boolean isReached() {
            return received.contains(from + " " + to);
        }

        @Override
        public boolean isToldOfDeparture() {
            return connected.contains(pair(from, to));
        }
    }

    private static String pair(int from, int to) {
        return Math.min(from, to) + " " + Math.max(from, to);
    }

    private void send(int from, int to, Frame frame) {
        sent++;
        connected.add(pair(from, to));
        network.add(new Delivery(now + (latency == 0 ? 0 : random.nextLong(latency)), serial++, from, to, frame));
    }

    /** Lets the time pass. */
    void run(long nanos) {
        run(nanos, rank -> true);
    }

    /** Lets the time pass while only some ranks find a core. */
    void run(long nanos, IntPredicate runs) {
        for (long end = now + nanos; now < end; now += STEP) {
            deliver();
            for (Rank rank : ranks) if (runs.test(rank.number)) rank.tick();
        }
    }

    private void deliver() {
        List<Delivery> heldUp = new ArrayList<>();
        while (!network.isEmpty() && network.peek().at <= now) {
            Delivery delivery = network.poll();
            if (cut.get(delivery.from) != cut.get(delivery.to)) heldUp.add(delivery);
            else ranks.get(delivery.to).take(delivery);
        }
        network.addAll(heldUp);
    }

    Rank rank(int rank) {
        return ranks.get(rank);
    }

    List<Rank> on(String... names) {
        return ranks.stream()
                .filter(rank -> List.of(names).contains(hosts.get(rank.number).name()))
                .toList();
    }

    int sent() {
        return sent;
    }

    /** Sets the longest time that a frame takes. */
    void latency(long nanos) {
        latency = nanos;
    }

    /** Hosts vanish without a word. */
    void die(String... names) {
        for (Rank rank : on(names)) rank.dead = true;
    }

    /** The processes of hosts stop, or one process. */
    void freeze(List<Rank> which) {
        for (Rank rank : which) rank.frozen = true;
    }

    /** The processes go on; they look at their clocks before they read what has come. */
    void thaw(List<Rank> which) {
        for (Rank rank : which) {
            rank.frozen = false;
            rank.tick();
            List<Delivery> waiting = List.copyOf(rank.unread);
            rank.unread.clear();
            waiting.forEach(rank::show);
        }
    }

    /** The processes go on. No frame has reached their host: the calls of others wait for answers, as those of RMI. */
    void thawUnnotified(List<Rank> which) {
        for (Rank rank : which) rank.unread.clear();
        thaw(which);
    }

    /** Nothing passes between these hosts and all others; each call replaces the one before. */
    void cut(String... names) {
        cut.clear();
        for (Rank rank : on(names)) cut.set(rank.number);
    }
}
