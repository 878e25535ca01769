package mpi;

import org.jmpi.comm.coll.Neighbourhood;
import org.jmpi.comm.communicator.CartTopology;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.error.CommException;

/**
 * A communicator whose ranks form a grid, numbered row by row (MPI-4.1 section 8.5.1).
 *
 * <pre>{@code
 * int[] dims = new int[2];
 * Cartcomm.Dims_create(MPI.COMM_WORLD.Size(), dims);
 * Cartcomm grid = MPI.COMM_WORLD.Create_cart(dims, new boolean[] {true, true}, false);
 * double[] own = {grid.Rank()};
 * double[] around = new double[4]; // above, below, left, right
 * grid.Neighbor_allgather(own, 0, 1, MPI.DOUBLE, around, 0, 1, MPI.DOUBLE);
 * }</pre>
 */
public class Cartcomm extends PersistentNeighbourCollectives {
    private final CartTopology topology;
    private final Neighbourhood neighbourhood;

    Cartcomm(Communicator core, CartTopology topology) {
        super(core);
        this.topology = topology;
        this.neighbourhood = topology.neighbourhood(core.rank());
    }

    @Override
    public Cartcomm Dup() throws MPIException {
        return new Cartcomm(dup(), topology);
    }

    @Override
    public Cartcomm Dup_with_info(Info info) throws MPIException {
        return (Cartcomm) super.Dup_with_info(info);
    }

    @Override
    public Crequest<? extends Cartcomm> Idup() throws MPIException {
        return idup(null, core -> new Cartcomm(core, topology));
    }

    @Override
    public Crequest<? extends Cartcomm> Idup_with_info(Info info) throws MPIException {
        return idup(info, core -> new Cartcomm(core, topology));
    }

    @Override
    public int Topo_test() throws MPIException {
        super.Topo_test();
        return MPI.CART;
    }

    @Override
    final Neighbourhood neighbourhood() {
        return neighbourhood;
    }

    /**
     * Fills in the lengths of a grid's dimensions, as equal as can be (MPI-4.1 section 8.5.2).
     *
     * @param nnodes the number of positions
     * @param dims 0 where a length is to be filled in, else the length that is given
     * @throws MPIException of class ERR_ARG if {@code dims} is null; ERR_DIMS if a length is negative or {@code nnodes}
     *     is not a positive multiple of the lengths that are given
     */
    public static void Dims_create(int nnodes, int[] dims) throws MPIException {
        try {
            int[] filled = CartTopology.dimensions(nnodes, dims);
            System.arraycopy(filled, 0, dims, 0, dims.length);
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * {@return the grid, and the position of the calling rank in it (MPI-4.1 section 8.5.5)}
     *
     * @throws MPIException of class ERR_COMM if the communicator has been freed
     */
    public CartParms Get() throws MPIException {
        CartParms parms = new CartParms();
        parms.coords = topology.coordinates(Rank());
        parms.dims = topology.dims();
        parms.periods = topology.periods();
        return parms;
    }

    /**
     * {@return the rank at a position (MPI-4.1 section 8.5.5)}
     *
     * @param coords one for each dimension; in a periodic one any, counted around the ring
     * @throws MPIException of class ERR_ARG if the array is null, too short, or a coordinate is out of range
     */
    public int Rank(int[] coords) throws MPIException {
        super.Topo_test();
        try {
            return topology.rank(coords);
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /**
     * {@return the position of a rank, a coordinate for each dimension (MPI-4.1 section 8.5.5)}
     *
     * @param rank a rank of the grid
     * @throws MPIException of class ERR_RANK if the rank is out of range; ERR_COMM if the communicator has been freed
     */
    public int[] Coords(int rank) throws MPIException {
        super.Topo_test();
        try {
            return topology.coordinates(rank);
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /**
     * Returns the ranks to receive from and to send to when data move along a dimension (MPI-4.1 section 8.5.6).
     *
     * @param direction the dimension, from 0 on
     * @param disp how far, negative for towards lower coordinates
     * @return {@link MPI#PROC_NULL} where the grid ends
     * @throws MPIException of class ERR_DIMS if there is no such dimension; ERR_COMM if the communicator has been freed
     */
    public ShiftParms Shift(int direction, int disp) throws MPIException {
        int rank = Rank();
        try {
            CartTopology.Shift shift = topology.shift(rank, direction, disp);
            ShiftParms parms = new ShiftParms();
            parms.rank_source = shift.source();
            parms.rank_dest = shift.dest();
            return parms;
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /**
     * Cuts the grid into grids of fewer dimensions and returns the calling rank's (MPI-4.1 section 8.5.7). Every rank
     * calls this.
     *
     * @param remain_dims which dimensions remain
     * @return the grid that the calling rank is in
     * @throws MPIException of class ERR_ARG if the array is null or too short; ERR_COMM if the communicator has
     *     been freed
     */
    public Cartcomm Sub(boolean[] remain_dims) throws MPIException {
        Communicator core = core();
        try {
            CartTopology.Subgrids sub = topology.sub(remain_dims);
            return new Cartcomm(Communicators.sub(core, sub), sub.topology());
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /**
     * Returns the rank that the calling process should have in a grid (MPI-4.1 section 8.5.8): the one it has here.
     *
     * @param dims the length of each dimension
     * @param periods whether each dimension is a ring
     * @return {@link MPI#UNDEFINED} if the grid has no position for it
     * @throws MPIException of class ERR_ARG if an array is null or {@code periods} too short; ERR_DIMS if a length is
     *     not positive; ERR_TOPOLOGY if there are too few ranks
     */
    public int Map(int[] dims, boolean[] periods) throws MPIException {
        Communicator core = core();
        try {
            return Communicators.map(core, new CartTopology(dims, periods));
        } catch (CommException e) {
            throw raised(e);
        }
    }
}
