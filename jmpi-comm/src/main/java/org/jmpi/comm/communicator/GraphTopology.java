package org.jmpi.comm.communicator;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.coll.Neighbourhood;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * A graph of ranks (MPI-4.1 section 8.5.3). A node may have no edge, an edge to itself, or several to the same node,
 * and an edge need not lead back.
 */
public final class GraphTopology implements Topology {
    private final int[] index;
    private final int[] edges;

    /**
     * @param index for each node, the number of edges of all nodes up to and including it
     * @param edges the neighbours of node 0, then those of node 1, and so on; further ones are ignored
     * @throws CommException of class ARG if an array is null, if {@code index} decreases or ends with more than the
     *     number of edges, or if an edge leads to a node that is not there
     */
    public GraphTopology(int[] index, int[] edges) {
        if (index == null) throw refused("index is null");
        if (edges == null) throw refused("edges is null");
        this.index = index.clone();
        this.edges = Arrays.copyOf(edges, checkedIndex(edges.length));
        checkEdges();
    }

    /** Returns the number of edges that the index ends with. */
    private int checkedIndex(int given) {
        int before = 0;
        for (int node = 0; node < index.length; node++) {
            if (index[node] < before)
                throw refused("index decreases: index[" + node + "]=" + index[node] + ", before it " + before);
            before = index[node];
        }
        if (before > given)
            throw refused("index ends with more than the number of edges: last=" + before + ", edges=" + given);
        return before;
    }

    private void checkEdges() {
        for (int i = 0; i < edges.length; i++)
            if (edges[i] < 0 || edges[i] >= index.length)
                throw refused("edge out of range: edges[" + i + "]=" + edges[i] + ", nodes=" + index.length);
    }

    private static CommException refused(String message) {
        return new CommException(ErrorClass.ARG, message);
    }

    /** {@return the number of nodes, each of which is a rank} */
    public int nodes() {
        return index.length;
    }

    @Override
    public int size() {
        return nodes();
    }

    /** {@return for each node the number of edges of all nodes up to and including it} */
    public int[] index() {
        return index.clone();
    }

    /** {@return the neighbours of all nodes, node by node} */
    public int[] edges() {
        return edges.clone();
    }

    /**
     * {@return the neighbours of a rank, in the order in which its edges were given}
     *
     * @param rank a rank of the graph
     * @throws CommException of class RANK if it is out of range
     */
    public int[] neighbours(int rank) {
        checkRank(rank);
        return Arrays.copyOfRange(edges, start(rank), index[rank]);
    }

    /**
     * {@return the number of edges of a rank}
     *
     * @param rank a rank of the graph
     * @throws CommException of class RANK if it is out of range
     */
    public int neighbourCount(int rank) {
        checkRank(rank);
        return index[rank] - start(rank);
    }

    /**
     * {@return the neighbours of a rank as those that it sends to and receives from}
     *
     * @param rank a rank of the graph
     * @throws CommException of class RANK if the rank is out of range; TOPOLOGY if an edge, of whatever rank, does not
     *     lead back
     */
    public Neighbourhood neighbourhood(int rank) {
        int[] neighbours = neighbours(rank);
        checkSymmetric();
        return Neighbourhood.ofGraph(neighbours, neighbours);
    }

    /** Checks that there are as many edges from one rank to another as back. */
    private void checkSymmetric() {
        Map<List<Integer>, Integer> unpaired = new HashMap<>();
        for (int from = 0; from < nodes(); from++)
            for (int to : neighbours(from))
                unpaired.merge(
                        List.of(Math.min(from, to), Math.max(from, to)), Integer.compare(to, from), Integer::sum);
        unpaired.forEach((ends, surplus) -> {
            if (surplus != 0) throw oneWay(ends.get(0), ends.get(1), surplus);
        });
    }

    private static CommException oneWay(int low, int high, int surplus) {
        return new CommException(
                ErrorClass.TOPOLOGY,
                "graph has " + Math.abs(surplus) + " more edges from rank " + (surplus > 0 ? low : high) + " to rank "
                        + (surplus > 0 ? high : low)
                        + " than back: its neighbours can't exchange blocks, use Dist_graph_create");
    }

    private int start(int rank) {
        return rank == 0 ? 0 : index[rank - 1];
    }
}
