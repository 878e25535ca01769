package org.jmpi.ibm.beyond.topo;

import mpi.Graphcomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;
import org.jmpi.ibm.beyond.ccl.AllCollectives;

/** A graph with a node that has no edge, an edge to oneself, two edges to one node, and edges that do not lead back. */
public final class Isolated {
    private static final int NODES = 4;
    private static final int[] INDEX = {3, 4, 4, 6};
    private static final int[] EDGES = {1, 3, 3, 0, 3, 0};
    private static final int[][] NEIGHBOURS = {{1, 3, 3}, {0}, {}, {3, 0}};
    private static final int TAG = 1;

    private Isolated() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(NODES);
        Graphcomm graph = MPI.COMM_WORLD.Create_graph(INDEX, EDGES, false);
        Check.equal(MPI.COMM_WORLD.Rank() < NODES, graph != null, "ranks of the graph have a communicator");
        if (graph != null) {
            check(graph);
            Graphcomm clone = (Graphcomm) graph.clone();
            check(clone);
            clone.Free();
            graph.Free();
        }
        MPI.Finalize();
    }

    private static void check(Graphcomm graph) {
        int me = graph.Rank();
        Check.equal(MPI.GRAPH, graph.Topo_test(), "kind of topology");
        Check.equal(INDEX, graph.Get().index, "index");
        Check.equal(EDGES, graph.Get().edges, "edges");
        for (int node = 0; node < NODES; node++)
            Check.equal(NEIGHBOURS[node], graph.Neighbours(node), "neighbours of " + node);
        Check.equal(me, graph.Map(INDEX, EDGES), "rank in the same graph");
        for (int neighbour : graph.Neighbours(me))
            graph.Isend(new int[] {me}, 0, 1, MPI.INT, neighbour, TAG).Free();
        for (int node = 0; node < NODES; node++)
            for (int neighbour : NEIGHBOURS[node]) {
                if (neighbour != me) continue;
                int[] room = new int[1];
                graph.Recv(room, 0, 1, MPI.INT, node, TAG);
                Check.equal(node, room[0], "number from a neighbour");
            }
        AllCollectives.check(graph, 3, NODES - 1);
    }
}
