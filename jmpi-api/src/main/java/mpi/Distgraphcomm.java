package mpi;

import org.jmpi.comm.coll.Neighbourhood;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.DistGraphTopology;

/**
 * A communicator whose ranks are the nodes of a graph, each of which knows its own edges (MPI-4.1 section 8.5.4).
 *
 * <pre>{@code
 * int rank = MPI.COMM_WORLD.Rank();
 * int size = MPI.COMM_WORLD.Size();
 * int[] left = {(rank + size - 1) % size};
 * int[] right = {(rank + 1) % size};
 * Distgraphcomm ring =
 *         MPI.COMM_WORLD.Dist_graph_create_adjacent(left, MPI.UNWEIGHTED, right, MPI.UNWEIGHTED, false);
 * int[] fromLeft = new int[1];
 * ring.Neighbor_allgather(new int[] {rank}, 0, 1, MPI.INT, fromLeft, 0, 1, MPI.INT);
 * }</pre>
 */
public class Distgraphcomm extends PersistentNeighbourCollectives {
    private final DistGraphTopology topology;
    private final Neighbourhood neighbourhood;

    Distgraphcomm(Communicator core, DistGraphTopology topology) {
        super(core);
        this.topology = topology;
        this.neighbourhood = topology.neighbourhood();
    }

    @Override
    public Distgraphcomm Dup() throws MPIException {
        return new Distgraphcomm(dup(), topology);
    }

    @Override
    public Distgraphcomm Dup_with_info(Info info) throws MPIException {
        return (Distgraphcomm) super.Dup_with_info(info);
    }

    @Override
    public Crequest<? extends Distgraphcomm> Idup() throws MPIException {
        return idup(null, core -> new Distgraphcomm(core, topology));
    }

    @Override
    public Crequest<? extends Distgraphcomm> Idup_with_info(Info info) throws MPIException {
        return idup(info, core -> new Distgraphcomm(core, topology));
    }

    @Override
    public int Topo_test() throws MPIException {
        super.Topo_test();
        return MPI.DIST_GRAPH;
    }

    @Override
    final Neighbourhood neighbourhood() {
        return neighbourhood;
    }

    /**
     * {@return the edges of the calling rank; the lengths of the arrays are their numbers (MPI-4.1 section 8.5.5)}
     *
     * @throws MPIException of class ERR_COMM if the communicator has been freed
     */
    public DistgraphParms Neighbours() throws MPIException {
        super.Topo_test();
        DistgraphParms parms = new DistgraphParms();
        parms.sources = topology.sources();
        parms.sourceweights = topology.sourceWeights();
        parms.destinations = topology.destinations();
        parms.destweights = topology.destinationWeights();
        parms.weighted = topology.isWeighted();
        return parms;
    }
}
