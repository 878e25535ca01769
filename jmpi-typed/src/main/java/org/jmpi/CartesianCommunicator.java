package org.jmpi;

import org.jmpi.comm.communicator.CartTopology;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.error.CommException;

/**
 * A communicator whose ranks form a grid, numbered row by row (MPI-4.1 section 8.5.1).
 *
 * <pre>{@code
 * Communicator world = Jmpi.world();
 * CartesianCommunicator grid = world.cartesian(CartesianCommunicator.dims(world.size(), 2), true, true);
 * CartesianCommunicator.Shift down = grid.shift(0, 1);
 * int above = grid.sendReceive(grid.rank(), down.dest(), int.class, down.source());
 * System.out.println("position " + Arrays.toString(grid.coordinates()) + ", above is rank " + above);
 * }</pre>
 */
public final class CartesianCommunicator extends Communicator {
    private final CartTopology topology;

    CartesianCommunicator(org.jmpi.comm.communicator.Communicator core, CartTopology topology) {
        super(core, true);
        this.topology = topology;
    }

    /**
     * The neighbours of a rank when values move along a dimension. Each may be {@link #PROC_NULL}, where the grid ends.
     *
     * @param source the rank to receive from
     * @param dest the rank to send to
     */
    public record Shift(int source, int dest) {}

    /**
     * {@return the lengths of a grid's dimensions, as equal as can be (MPI-4.1 section 8.5.2)}
     *
     * @param nodes the number of positions
     * @param dimensions the number of dimensions
     * @throws MpiException of class ERR_DIMS if a number is not positive
     */
    public static int[] dims(int nodes, int dimensions) {
        try {
            return CartTopology.dimensions(nodes, new int[Math.max(0, dimensions)]);
        } catch (CommException e) {
            throw MpiException.raised(null, e);
        }
    }

    /** {@return the length of each dimension} */
    public int[] dims() {
        return topology.dims();
    }

    /** {@return whether each dimension is a ring} */
    public boolean[] periods() {
        return topology.periods();
    }

    /** {@return the position of the calling rank} */
    public int[] coordinates() {
        return coordinates(rank());
    }

    /**
     * {@return the position of a rank}
     *
     * @param rank a rank of the grid
     */
    public int[] coordinates(int rank) {
        return ask(core -> topology.coordinates(rank));
    }

    /**
     * {@return the rank at a position}
     *
     * @param coordinates one for each dimension; in a ring any, counted around it
     */
    public int rank(int... coordinates) {
        return ask(core -> topology.rank(coordinates));
    }

    /**
     * Returns the ranks to receive from and to send to when values move along a dimension.
     *
     * @param dimension from 0 on
     * @param displacement how far; negative for towards lower coordinates
     * @return the two ranks
     * @throws MpiException also of class ERR_DIMS if there is no such dimension
     */
    public Shift shift(int dimension, int displacement) {
        return ask(core -> {
            CartTopology.Shift shift = topology.shift(core.rank(), dimension, displacement);
            return new Shift(shift.source(), shift.dest());
        });
    }

    /**
     * Cuts the grid into grids of fewer dimensions and returns the calling rank's. Every rank calls this.
     *
     * @param remain whether each dimension remains
     * @return the grid that the calling rank is in
     */
    public CartesianCommunicator sub(boolean... remain) {
        return ask(core -> {
            CartTopology.Subgrids sub = topology.sub(remain);
            return new CartesianCommunicator(Communicators.sub(core, sub), sub.topology());
        });
    }

    /** {@return a grid of the same ranks, whose messages are apart from those of this one} Every rank calls it. */
    @Override
    public CartesianCommunicator dup() {
        return ask(core -> new CartesianCommunicator(Communicators.dup(core), topology));
    }
}
