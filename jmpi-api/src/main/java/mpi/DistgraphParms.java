package mpi;

/** The edges of one rank in a distributed graph (MPI-4.1 section 8.5.5). */
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
