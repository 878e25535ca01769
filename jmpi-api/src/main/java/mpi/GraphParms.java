package mpi;

/**
 * The graph of a communicator (MPI-4.1 section 8.5.5).
 *
 * <pre>{@code
 * Graphcomm pair = MPI.COMM_WORLD.Create_graph(new int[] {1, 2}, new int[] {1, 0}, false);
 * if (pair != null) {
 *     GraphParms parms = pair.Get();
 *     int nodes = parms.index.length;
 *     int edges = parms.edges.length;
 * }
 * }</pre>
 */
public class GraphParms {
    /** For each node, the number of edges of all nodes up to and including it. */
    public int[] index;

    /** The neighbours of node 0, then those of node 1, and so on. */
    public int[] edges;

    /** Creates an object whose fields are null. */
    public GraphParms() {}

    GraphParms(int[] index, int[] edges) {
        this.index = index;
        this.edges = edges;
    }
}
