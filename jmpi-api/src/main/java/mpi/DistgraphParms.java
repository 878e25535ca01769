package mpi;

/**
 * The edges of one rank in a distributed graph (MPI-4.1 section 8.5.5).
 *
 * <pre>{@code
 * int[] self = {MPI.COMM_WORLD.Rank()};
 * int[] weight = {5};
 * Distgraphcomm loops = MPI.COMM_WORLD.Dist_graph_create_adjacent(self, weight, self, weight, false);
 * DistgraphParms parms = loops.Neighbours();
 * int sum = parms.weighted ? parms.sourceweights[0] + parms.destweights[0] : 0;
 * }</pre>
 */
public class DistgraphParms {
    /** The ranks that edges to this one come from, in the order of blocks received. */
    public int[] sources;

    /** The weights of the edges to this rank; {@link MPI#UNWEIGHTED} if the graph has none. */
    public int[] sourceweights;

    /** The ranks that edges from this one lead to, in the order of blocks sent. */
    public int[] destinations;

    /** The weights of the edges from this rank; {@link MPI#UNWEIGHTED} if the graph has none. */
    public int[] destweights;

    /** Whether edges have weights. */
    public boolean weighted;

    /** Creates an object whose arrays are null. */
    public DistgraphParms() {}
}
