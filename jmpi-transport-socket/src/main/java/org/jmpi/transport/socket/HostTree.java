package org.jmpi.transport.socket;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jmpi.comm.transport.Host;

/**
 * The way on which a rank asks a peer on another host to connect to it, when its own packets do not reach that peer.
 *
 * <pre>
 *                  [0] 1 2          host 0        [n] = leader, the lowest rank of its host
 *                  /     \
 *          [3] 4 5       [6] 7 8    hosts 1 and 2
 * </pre>
 *
 * <p>The leaders form a binary tree. Each other rank is a neighbour of the leader of the next host: 1 and 2 of 3, 4 and
 * 5 of 6, 7 and 8 of 0. Neighbours connect to each other when the transport starts, each from its side, so that a
 * direction that is blocked does no harm. Requests go from neighbour to neighbour.
 */
final class HostTree {
    private final int rank;

    /** The index of each rank's host. */
    private final int[] hosts;

    /** The lowest rank of each host. */
    private final List<Integer> leaders = new ArrayList<>();

    /**
     * @param rank this rank
     * @param hosts the host of each rank
     */
    HostTree(int rank, List<Host> hosts) {
        this.rank = rank;
        this.hosts = new int[hosts.size()];
        List<Host> found = new ArrayList<>();
        for (int each = 0; each < hosts.size(); each++) {
            int index = found.indexOf(hosts.get(each));
            if (index < 0) {
                index = found.size();
                found.add(hosts.get(each));
                leaders.add(each);
            }
            this.hosts[each] = index;
        }
    }

    /** Returns whether a rank is on another host. */
    boolean isFar(int peer) {
        return hosts[peer] != hosts[rank];
    }

    /** Returns the ranks to which this one connects at once; none if there is one host. */
    int[] neighbours() {
        return IntStream.range(0, hosts.length)
                .filter(this::isFar)
                .filter(peer -> areNeighbours(rank, peer))
                .toArray();
    }

    private boolean areNeighbours(int one, int other) {
        if (isLeader(one) && isLeader(other)) {
            int lower = Math.min(hosts[one], hosts[other]);
            return parent(Math.max(hosts[one], hosts[other])) == lower;
        }
        return isLeader(one) ? contact(other) == one : !isLeader(other) ? false : contact(one) == other;
    }

    /** Returns the neighbour to which a request for another rank goes. */
    int next(int target) {
        if (!isLeader(rank)) return contact(rank);
        int from = hosts[rank];
        int to = hosts[isLeader(target) ? target : contact(target)];
        if (from == to) return target;
        int child = to;
        while (child > 0 && parent(child) != from) child = parent(child);
        return leaders.get(child > 0 ? child : parent(from));
    }

    private boolean isLeader(int peer) {
        return leaders.get(hosts[peer]) == peer;
    }

    /** Returns the only neighbour of a rank that is no leader. */
    private int contact(int peer) {
        return leaders.get((hosts[peer] + 1) % leaders.size());
    }

    private static int parent(int host) {
        return (host - 1) / 2;
    }
}
