package org.jmpi.comm.coll;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jmpi.comm.coll.select.Selector;
import org.jmpi.comm.coll.shared.SharedSegment;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.schedule.Blocks;

/**
 * The nodes of a communicator: each has the ranks that share memory, as a rule those of a host. A hierarchical
 * operation has a step among the ranks of each node, and one among the leaders of the nodes.
 *
 * <p>Nodes are numbered in the order of their first ranks.
 */
public final class NodeMap implements Selector.Nodes {
    private final RankView all;
    private final int[] nodeOf;
    private final int[][] ranks;
    private final boolean inOrder;
    private final RankView local;
    private final RankView firsts;

    /** The segment that the ranks of this rank's node share, in the calls of a communicator. */
    public interface NodeSegment {
        /** {@return whether there is one, in which a part of the call may begin} */
        boolean isUsable();

        /** {@return the segment, in which a part of the call has begun} */
        SharedSegment begin();
    }

    private NodeMap(RankView all, int[] firstOf, NodeSegment segment) {
        this.all = all;
        int[] first = Arrays.stream(firstOf).sorted().distinct().toArray();
        this.nodeOf = Arrays.stream(firstOf)
                .map(rank -> Arrays.binarySearch(first, rank))
                .toArray();
        this.ranks = new int[first.length][];
        for (int node = 0; node < first.length; node++) ranks[node] = ranksOf(node);
        this.inOrder = IntStream.range(1, nodeOf.length).allMatch(rank -> nodeOf[rank] >= nodeOf[rank - 1]);
        this.local = new SubComm(all, own(), segment);
        this.firsts = own()[0] == all.rank() ? new SubComm(all, first, null) : null;
    }

    private int[] ranksOf(int node) {
        return IntStream.range(0, nodeOf.length)
                .filter(rank -> nodeOf[rank] == node)
                .toArray();
    }

    private int[] own() {
        return ranks[of(all.rank())];
    }

    /**
     * Finds out which ranks share memory, by messages among all of them.
     *
     * @param all the ranks, each of which calls this in the same operation
     * @param first the lowest rank that this one shares memory with, perhaps itself
     * @param segment that of the ranks of this node
     * @return the same nodes at every rank
     */
    public static NodeMap of(RankView all, int first, NodeSegment segment) {
        int[] firstOf = new int[all.size()];
        Blocks blocks = Blocks.equal(Buffer.of(firstOf).items(0, 1));
        Allgather.exchange(all, Buffer.of(new int[] {first}), blocks);
        return new NodeMap(all, firstOf, segment);
    }

    @Override
    public int count() {
        return ranks.length;
    }

    @Override
    public boolean areHierarchy() {
        return count() > 1 && count() < nodeOf.length;
    }

    /** {@return the ranks of this rank's node, as ranks of their own: numbered in their order} */
    public RankView local() {
        return local;
    }

    /**
     * {@return a rank in the communicator}
     *
     * @param localRank the rank among {@link #local}
     */
    public int rank(int localRank) {
        return own()[localRank];
    }

    @Override
    public boolean areInOrder() {
        return inOrder;
    }

    /** Returns one block for the ranks of each node; only where all blocks are of one length and nodes in order. */
    Blocks blocks(Blocks ofRanks) {
        int[] firsts = new int[count()];
        int[] sizes = new int[count()];
        for (int node = 0; node < sizes.length; node++) {
            firsts[node] = first(node);
            sizes[node] = size(node);
        }
        return ofRanks.joined(firsts, sizes);
    }

    /** Returns the number of a rank's node. */
    int of(int rank) {
        return nodeOf[rank];
    }

    /** Returns the lowest rank of a node. */
    int first(int node) {
        return ranks[node][0];
    }

    /** Returns the number of ranks of a node. */
    int size(int node) {
        return ranks[node].length;
    }

    /**
     * Returns the leaders of the nodes, in the order of these; null if this rank is none of them. The root leads its
     * node, the first rank any other.
     */
    RankView leaders(int root) {
        if (root == first(of(root))) return firsts;
        if (localRank(root) != local.rank()) return null;
        int[] leaders = Arrays.stream(ranks).mapToInt(node -> node[0]).toArray();
        leaders[of(root)] = root;
        return new SubComm(all, leaders, null);
    }

    /** Returns the rank, among {@link #local}, of the leader of this node. */
    int localRank(int root) {
        return of(root) == of(all.rank()) ? Arrays.binarySearch(own(), root) : 0;
    }
}
