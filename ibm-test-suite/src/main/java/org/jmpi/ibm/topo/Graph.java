package org.jmpi.ibm.topo;

import mpi.GraphParms;
import mpi.Graphcomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** Four ranks in a graph, which tells what it was made of and who is next to whom. */
public final class Graph {
    private Graph() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.exactly(4);
        int[] index = {2, 3, 4, 6};
        int[] edges = {1, 3, 0, 3, 0, 2};
        int[][] neighbours = {{1, 3}, {0}, {3}, {0, 2}};
        Graphcomm graph = MPI.COMM_WORLD.Create_graph(index, edges, false);
        Check.equal(MPI.GRAPH, graph.Topo_test(), "kind of topology");
        GraphParms parms = graph.Get();
        Check.equal(index, parms.index, "index");
        Check.equal(edges, parms.edges, "edges");
        Check.equal(neighbours[graph.Rank()], graph.Neighbours(graph.Rank()), "own neighbours");
        for (int rank = 0; rank < neighbours.length; rank++)
            Check.equal(neighbours[rank], graph.Neighbours(rank), "neighbours of rank " + rank);
        Check.fails(MPI.ERR_RANK, () -> graph.Neighbours(4), "neighbours of a rank that there is not");
        graph.Free();
        MPI.Finalize();
    }
}
