package org.jmpi.comm.progress;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jmpi.comm.transport.Host;

/**
 * Finds hosts that have failed by their silence. The hosts form a ring, in the order of their lowest ranks. On each
 * host the lowest rank that is there, its leader, sends heart-beats to the leader of the next host and observes the
 * host before. The ring closes over hosts without a rank.
 *
 * <pre>
 *    host a         host b         host c
 *   [0] 1 2  ---&gt;  [3] 4 5  ---&gt;  [6] 7 8     [n] = leader, ---&gt; = heart-beats
 *     ^                             |
 *     +-----------------------------+
 * </pre>
 *
 * <p>Anything that comes from any rank of the observed host is a sign of life. After half of the bound without one the
 * host is suspected, and each of its ranks is asked for a sign of life. All of them have failed if none has answered
 * when nine tenths of the bound are over; the last tenth is for the notice to all ranks. While a host is suspected the
 * one before it is asked, too, and so on: hosts that fail together are found together.
 *
 * <p>Only time in which this process runs counts: a rank that was frozen itself has not listened. One rank of a host
 * that is silent while others are not has not failed: on one host the end of a process counts, never time.
 *
 * <p>Sources: G. Bosilca et al., "A failure detector for HPC platforms", IJHPCA 32(1), 2018; the daemons of PRRTE,
 * which form a ring of hosts. The class has no clock and no thread: {@link #tick} is called by one thread.
 */
final class FailureDetector {
    /** How often heart-beats are sent and awaited, as a part of the bound. */
    private static final int PERIODS = 40;

    /** The detector's view of the ranks, and its actions on them. */
    interface Peers {
        /** {@return whether a rank has failed or departed} */
        boolean isGone(int peer);

        /** {@return a number that changes whenever something has come from a rank} */
        long heard(int peer);

        /**
         * Sends a heart-beat.
         *
         * @param ask whether the rank is to answer
         */
        void beat(int peer, boolean ask);

        /** Asks a rank, each period, for heart-beats that overtake what waits in its connection. */
        void subscribe(int peer);

        /** Notes whether ranks are suspected. */
        void suspect(int[] peers, boolean suspected);

        /** Declares that ranks have failed: they are gone when this returns. */
        void fail(int[] peers, String cause);
    }

    private final int rank;
    private final long boundNanos;
    private final long connectNanos;
    private final long periodNanos;
    private final Peers peers;

    private final List<Member> ring;

    private final int own;
    private long last;
    private boolean ticked;

    /**
     * @param rank this rank
     * @param hosts the host of each rank
     * @param boundNanos longest time in ns from the failure of a host until all ranks know of it
     * @param connectNanos how much longer a host may be silent in ns before anything has come from it
     */
    FailureDetector(int rank, List<Host> hosts, long boundNanos, long connectNanos, Peers peers) {
        this.rank = rank;
        this.boundNanos = boundNanos;
        this.connectNanos = connectNanos;
        this.periodNanos = boundNanos / PERIODS;
        this.peers = peers;
        Map<Host, Member> byHost = new LinkedHashMap<>();
        for (Host host : hosts) byHost.computeIfAbsent(host, each -> new Member(each, hosts));
        this.ring = List.copyOf(byHost.values());
        this.own = ring.indexOf(byHost.get(hosts.get(rank)));
    }

    /** {@return how often {@link #tick} is to be called, in ns} */
    long periodNanos() {
        return periodNanos;
    }

    /** {@return whether this rank is the leader of its host, and there is another host: then it ticks} */
    boolean leads() {
        return ring.get(own).leader() == rank && neighbour(own, 1) != own;
    }

    /** {@return the next rank on this host that is there, or this rank if there is no other one} */
    int successor() {
        int[] ranks = ring.get(own).ranks;
        int at = IntStream.range(0, ranks.length)
                .filter(i -> ranks[i] == rank)
                .findFirst()
                .orElseThrow();
        return IntStream.range(1, ranks.length)
                .map(i -> ranks[(at + i) % ranks.length])
                .filter(peer -> !peers.isGone(peer))
                .findFirst()
                .orElse(rank);
    }

    /**
     * Sends a heart-beat, and looks for signs of life.
     *
     * @param now of the clock, in ns
     */
    void tick(long now) {
        // A process that was frozen, or found no core, counts two periods: what has come meanwhile is still unread.
        long passed = ticked ? Math.min(now - last, 2 * periodNanos) : 0;
        ticked = true;
        last = now;
        if (!leads()) return;
        peers.beat(ring.get(neighbour(own, 1)).leader(), false);
        peers.subscribe(ring.get(neighbour(own, -1)).leader());
        observe(passed);
    }

    private void observe(long passed) {
        boolean chained = true;
        boolean nearest = true;
        for (int at = neighbour(own, -1); at != own; at = neighbour(at, -1)) {
            Member host = ring.get(at);
            if (chained) host.look(passed, nearest);
            else host.forget();
            chained &= host.isSilent();
            nearest = false;
        }
    }

    /** Returns the nearest host in a direction that has a rank; it may be the same one. */
    private int neighbour(int from, int step) {
        int at = from;
        do at = Math.floorMod(at + step, ring.size());
        while (at != from && at != own && ring.get(at).leader() < 0);
        return at;
    }

    /** A host of the ring, as the thread that ticks sees it. */
    private final class Member {
        private final int[] ranks;

        private boolean observed;
        private long heard;

        /** How long nothing has come; less than nothing at first, while the ranks connect. */
        private long silent = -connectNanos;

        /** How long ago all ranks were asked; negative if they were not. */
        private long asked = -1;

        Member(Host host, List<Host> hosts) {
            ranks = IntStream.range(0, hosts.size())
                    .filter(peer -> hosts.get(peer).equals(host))
                    .toArray();
        }

        int leader() {
            for (int peer : ranks) if (!peers.isGone(peer)) return peer;
            return -1;
        }

        private int[] members() {
            return IntStream.of(ranks).filter(peer -> !peers.isGone(peer)).toArray();
        }

        /** Whether the host has not answered at once. */
        boolean isSilent() {
            return asked >= 2 * periodNanos || leader() < 0;
        }

        void look(long passed, boolean nearest) {
            long now = 0;
            for (int peer : ranks) now += peers.heard(peer);
            boolean first = !observed;
            if (first) observed = true;
            else if (now == heard) silent += passed;
            else hear();
            heard = now;
            if (asked >= 0) await(passed);
            else if (silent >= boundNanos / 2 || first && !nearest) ask();
        }

        private void hear() {
            silent = 0;
            if (asked < 0) return;
            asked = -1;
            peers.suspect(members(), false);
        }

        private void ask() {
            asked = 0;
            int[] members = members();
            peers.suspect(members, true);
            for (int peer : members) peers.beat(peer, true);
        }

        private void await(long passed) {
            asked += passed;
            if (asked < boundNanos * 4 / 10) return;
            peers.fail(members(), "no heart-beat within " + boundNanos / 1_000_000_000L + " s (jmpi.failure.timeout)");
        }

        /** Stops observing. */
        void forget() {
            if (!observed) return;
            observed = false;
            hear();
        }
    }
}
