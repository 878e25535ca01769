package mpi;

import org.jmpi.comm.coll.Neighbourhood;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.communicator.GraphTopology;
import org.jmpi.comm.error.CommException;

/**
 * A communicator whose ranks are the nodes of a graph (MPI-4.1 section 8.5.3).
 *
 * <pre>{@code
 * int[] index = {1, 2}; // rank 0 has one neighbour, and rank 1 another one
 * int[] edges = {1, 0};
 * Graphcomm pair = MPI.COMM_WORLD.Create_graph(index, edges, false);
 * if (pair != null) { // null at all ranks but 0 and 1
 *     int[] received = new int[1];
 *     pair.Neighbor_allgather(new int[] {pair.Rank()}, 0, 1, MPI.INT, received, 0, 1, MPI.INT);
 * }
 * }</pre>
 */
public class Graphcomm extends PersistentNeighbourCollectives {
    private final GraphTopology topology;

    /** Made when first asked for: not every graph has one. */
    private Neighbourhood neighbourhood;

    Graphcomm(Communicator core, GraphTopology topology) {
        super(core);
        this.topology = topology;
    }

    @Override
    public Graphcomm Dup() throws MPIException {
        return new Graphcomm(dup(), topology);
    }

    @Override
    public Graphcomm Dup_with_info(Info info) throws MPIException {
        return (Graphcomm) super.Dup_with_info(info);
    }

    @Override
    public Crequest<? extends Graphcomm> Idup() throws MPIException {
        return idup(null, core -> new Graphcomm(core, topology));
    }

    @Override
    public Crequest<? extends Graphcomm> Idup_with_info(Info info) throws MPIException {
        return idup(info, core -> new Graphcomm(core, topology));
    }

    @Override
    public int Topo_test() throws MPIException {
        super.Topo_test();
        return MPI.GRAPH;
    }

    @Override
    final Neighbourhood neighbourhood() {
        Neighbourhood known = neighbourhood;
        if (known == null) known = ask(core -> topology.neighbourhood(core.rank()));
        neighbourhood = known;
        return known;
    }

    /**
     * {@return the arrays that describe the graph (MPI-4.1 section 8.5.5)}
     *
     * @throws MPIException of class ERR_COMM if the communicator has been freed
     */
    public GraphParms Get() throws MPIException {
        super.Topo_test();
        GraphParms parms = new GraphParms();
        parms.index = topology.index();
        parms.edges = topology.edges();
        return parms;
    }

    /**
     * {@return the neighbours of a rank, in the order in which the edges were given (MPI-4.1 section 8.5.5)}
     *
     * @param rank a rank of the graph
     * @throws MPIException of class ERR_RANK if the rank is out of range; ERR_COMM if the communicator has been freed
     */
    public int[] Neighbours(int rank) throws MPIException {
        super.Topo_test();
        try {
            return topology.neighbours(rank);
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /**
     * Returns the rank that the calling process should have in a graph (MPI-4.1 section 8.5.8): the one it has here.
     *
     * @param index for each node, the number of edges of all nodes up to it
     * @param edges the neighbours of the first node, of the second one and so on
     * @return {@link MPI#UNDEFINED} if the graph has no position for it
     * @throws MPIException of class ERR_ARG if an array is null or they describe no graph; ERR_TOPOLOGY if there are
     *     too few ranks
     */
    public int Map(int[] index, int[] edges) throws MPIException {
        Communicator core = core();
        try {
            return Communicators.map(core, new GraphTopology(index, edges));
        } catch (CommException e) {
            throw raised(e);
        }
    }
}
