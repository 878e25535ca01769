package org.jmpi.ibm.beyond.topo;

import java.util.stream.IntStream;
import mpi.DistgraphParms;
import mpi.Distgraphcomm;
import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Check;

/**
 * Graphs whose ranks know their own edges: two edges to the next rank, one to oneself, and none at all at the last
 * rank. Rank 0 gives all edges, or each rank its own.
 */
public final class Distgraph {
    private static final int[] NONE = {};

    private Distgraph() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int size = MPI.COMM_WORLD.Size();
        int nodes = Math.max(1, size - 1);
        int me = MPI.COMM_WORLD.Rank();
        boolean isNode = me < nodes;
        int next = (me + 1) % nodes;
        int before = (me + nodes - 1) % nodes;
        int[] sources = isNode ? new int[] {before, me, before} : NONE;
        int[] destinations = isNode ? new int[] {next, next, me} : NONE;
        int[] weights = isNode ? new int[] {1, 2, 3} : MPI.WEIGHTS_EMPTY;
        Distgraphcomm own = MPI.COMM_WORLD.Dist_graph_create_adjacent(sources, weights, destinations, weights, false);
        Check.equal(MPI.DIST_GRAPH, own.Topo_test(), "kind of topology");
        check(own);
        Distgraphcomm given =
                me == 0 ? fromHere(nodes) : MPI.COMM_WORLD.Dist_graph_create(NONE, NONE, NONE, MPI.UNWEIGHTED, false);
        check(given);
        Distgraphcomm copy = (Distgraphcomm) given.clone();
        given.Free();
        check(copy);
        copy.Free();
        own.Free();
        MPI.Finalize();
    }

    private static Distgraphcomm fromHere(int nodes) {
        int[] sources = IntStream.range(0, nodes).toArray();
        int[] degrees = IntStream.generate(() -> 3).limit(nodes).toArray();
        int[] destinations = IntStream.range(0, nodes)
                .flatMap(rank -> IntStream.of((rank + 1) % nodes, (rank + 1) % nodes, rank))
                .toArray();
        return MPI.COMM_WORLD.Dist_graph_create(sources, degrees, destinations, MPI.UNWEIGHTED, false);
    }

    /** Checks that edges match in their order, whatever the order of neighbours. */
    private static void check(Distgraphcomm graph) {
        DistgraphParms edges = graph.Neighbours();
        int me = graph.Rank();
        int nodes = Math.max(1, graph.Size() - 1);
        Check.equal(me < nodes ? 3 : 0, edges.sources.length, "edges to this rank");
        Check.equal(me < nodes ? 3 : 0, edges.destinations.length, "edges from this rank");
        int[] sent = IntStream.range(0, edges.destinations.length)
                .map(block -> value(me, edges.destinations, block))
                .toArray();
        int[] got = new int[edges.sources.length];
        int[] ranks = new int[edges.sources.length];
        Request blocks = graph.Ineighbor_alltoall(sent, 0, 1, MPI.INT, got, 0, 1, MPI.INT);
        graph.Neighbor_allgather(new int[] {me}, 0, 1, MPI.INT, ranks, 0, 1, MPI.INT);
        blocks.Wait();
        Check.equal(edges.sources, ranks, "ranks of neighbours");
        for (int block = 0; block < got.length; block++)
            Check.equal(100 * edges.sources[block] + nth(edges.sources, block), got[block], "block " + block);
    }

    /** Returns what a rank sends along an edge: its number, and which edge to the same neighbour it is. */
    private static int value(int rank, int[] destinations, int block) {
        return 100 * rank + nth(destinations, block);
    }

    private static int nth(int[] neighbours, int block) {
        return (int) IntStream.range(0, block)
                .filter(earlier -> neighbours[earlier] == neighbours[block])
                .count();
    }
}
