package org.jmpi.comm.communicator;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jmpi.comm.coll.Neighbourhood;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * A grid of ranks, each of whose dimensions may be a ring (MPI-4.1 section 8.5).
 *
 * <p>Ranks are numbered row by row: the last coordinate changes fastest. A grid without dimensions has one rank.
 */
public final class CartTopology implements Topology {
    private final int[] dims;
    private final boolean[] periods;
    private final int size;

    /**
     * @param dims the ranks in each dimension
     * @param periods for each dimension, whether its last rank is the first one's neighbour; further values are ignored
     * @throws CommException of class ARG if an array is null or {@code periods} is shorter than {@code dims}; DIMS
     *     if a dimension is not positive or the grid has more ranks than an int can count
     */
    public CartTopology(int[] dims, boolean[] periods) {
        checkNotNull("dims", dims);
        checkNotNull("periods", periods);
        checkLength("periods", periods.length, dims.length);
        this.dims = dims.clone();
        this.periods = Arrays.copyOf(periods, dims.length);
        this.size = product(this.dims);
    }

    private static int product(int[] dims) {
        long size = 1;
        for (int i = 0; i < dims.length; i++) {
            if (dims[i] <= 0) throw dimsError("dimension is not positive: dims[" + i + "]=" + dims[i]);
            size *= dims[i];
            if (size > Integer.MAX_VALUE) throw dimsError("grid too large: dims=" + Arrays.toString(dims));
        }
        return (int) size;
    }

    /**
     * Divides ranks over the dimensions of a grid, as evenly as possible (MPI-4.1 section 8.5.2).
     *
     * <p>Of all grids the one is chosen whose largest and smallest free dimension differ least, and of these the one
     * with the smallest largest dimension.
     *
     * @param nodes the ranks in the grid
     * @param dims the dimensions: those greater than 0 are kept, those that are 0 are free
     * @return all dimensions, the free ones in non-increasing order
     * @throws CommException of class ARG if {@code dims} is null; DIMS if {@code nodes} is not positive, if a dimension
     *     is negative, or if no choice of the free dimensions makes a grid of so many ranks
     */
    public static int[] dimensions(int nodes, int[] dims) {
        checkNotNull("dims", dims);
        if (nodes < 1) throw dimsError("number of nodes is not positive: nodes=" + nodes);
        int[] found = dims.clone();
        int[] free = IntStream.range(0, found.length).filter(i -> found[i] == 0).toArray();
        int rest = nodes / given(nodes, found);
        if (free.length == 0 && rest > 1) throw indivisible(nodes, found);
        if (free.length == 0) return found;
        int[] balanced = BalancedFactors.of(rest, free.length);
        for (int i = 0; i < free.length; i++) found[free[i]] = balanced[i];
        return found;
    }

    /** Returns the product of the dimensions that are not free, which divides the number of nodes. */
    private static int given(int nodes, int[] dims) {
        long product = 1;
        for (int i = 0; i < dims.length; i++) {
            if (dims[i] < 0) throw dimsError("dimension is negative: dims[" + i + "]=" + dims[i]);
            if (product <= nodes) product *= Math.max(dims[i], 1);
        }
        if (nodes % product != 0) throw indivisible(nodes, dims);
        return (int) product;
    }

    @Override
    public int size() {
        return size;
    }

    /** {@return the ranks in each dimension} */
    public int[] dims() {
        return dims.clone();
    }

    /** {@return for each dimension whether it is a ring} */
    public boolean[] periods() {
        return periods.clone();
    }

    /**
     * {@return the coordinates of a rank}
     *
     * @param rank a rank of the grid
     * @throws CommException of class RANK if it is out of range
     */
    public int[] coordinates(int rank) {
        checkRank(rank);
        int[] coordinates = new int[dims.length];
        int rest = rank;
        for (int i = dims.length - 1; i >= 0; i--) {
            coordinates[i] = rest % dims[i];
            rest /= dims[i];
        }
        return coordinates;
    }

    /**
     * {@return the rank at some coordinates, which wrap around in a dimension that is a ring}
     *
     * @param coordinates one for each dimension; further ones are ignored
     * @throws CommException of class ARG if {@code coordinates} is null, has fewer coordinates than there are
     *     dimensions, or has one that is out of range where there is no ring
     */
    public int rank(int[] coordinates) {
        checkNotNull("coordinates", coordinates);
        checkLength("coordinates", coordinates.length, dims.length);
        int rank = 0;
        for (int i = 0; i < dims.length; i++) {
            if (!periods[i] && (coordinates[i] < 0 || coordinates[i] >= dims[i]))
                throw argError("coordinate out of range: coordinates[" + i + "]=" + coordinates[i] + ", dims[" + i
                        + "]=" + dims[i]);
            rank = rank * dims[i] + Math.floorMod(coordinates[i], dims[i]);
        }
        return rank;
    }

    /**
     * The source and the destination of a rank when all ranks shift data by the same distance.
     *
     * @param source a rank, or {@link Communicator#PROC_NULL}
     * @param dest a rank, or {@link Communicator#PROC_NULL}
     */
    public record Shift(int source, int dest) {}

    /**
     * {@return a rank's partners in a shift along one dimension; beyond an edge they are {@link Communicator#PROC_NULL}
     * (MPI-4.1 section 8.5.6)}
     *
     * @param rank a rank of the grid
     * @param direction the dimension, from 0
     * @param displacement the steps upwards; downwards if negative
     * @throws CommException of class RANK if the rank is out of range; DIMS if there is no such dimension
     */
    public Shift shift(int rank, int direction, int displacement) {
        checkRank(rank);
        if (direction < 0 || direction >= dims.length)
            throw dimsError("direction out of range: direction=" + direction + ", dimensions=" + dims.length);
        return new Shift(neighbour(rank, direction, -(long) displacement), neighbour(rank, direction, displacement));
    }

    /**
     * {@return the neighbours of a rank, dimension by dimension}
     *
     * @param rank a rank of the grid
     * @throws CommException of class RANK if it is out of range
     */
    public Neighbourhood neighbourhood(int rank) {
        int[] neighbours = new int[2 * dims.length];
        for (int direction = 0; direction < dims.length; direction++) {
            Shift shift = shift(rank, direction, 1);
            neighbours[2 * direction] = shift.source();
            neighbours[2 * direction + 1] = shift.dest();
        }
        return Neighbourhood.ofGrid(neighbours);
    }

    private int neighbour(int rank, int direction, long displacement) {
        int[] coordinates = coordinates(rank);
        long moved = coordinates[direction] + displacement;
        if (!periods[direction] && (moved < 0 || moved >= dims[direction])) return Communicator.PROC_NULL;
        coordinates[direction] = Math.floorMod(moved, dims[direction]);
        return rank(coordinates);
    }

    /**
     * Divides the grid into grids of fewer dimensions, one for each choice of the other coordinates (MPI-4.1 section
     * 8.5.7).
     *
     * @param remain for each dimension, whether the smaller grids have it; further values are ignored
     * @return the smaller grids
     * @throws CommException of class ARG if {@code remain} is null or has fewer values than there are dimensions
     */
    public Subgrids sub(boolean[] remain) {
        checkNotNull("remain", remain);
        checkLength("remain", remain.length, dims.length);
        return new Subgrids(this, Arrays.copyOf(remain, dims.length));
    }

    /** The grids of fewer dimensions that a grid is divided into: what a split of the communicator needs to know. */
    public static final class Subgrids {
        private final CartTopology grid;
        private final int[] kept;
        private final int[] dropped;
        private final CartTopology each;
        private final CartTopology positions;

        private Subgrids(CartTopology grid, boolean[] remain) {
            this.grid = grid;
            this.kept = IntStream.range(0, remain.length).filter(i -> remain[i]).toArray();
            this.dropped =
                    IntStream.range(0, remain.length).filter(i -> !remain[i]).toArray();
            this.each = grid.along(kept);
            this.positions = grid.along(dropped);
        }

        /** {@return the topology of each of the smaller grids} */
        public CartTopology topology() {
            return each;
        }

        /**
         * {@return which of the smaller grids a rank belongs to, counted from 0}
         *
         * @param rank a rank of the grid
         */
        public int colour(int rank) {
            return positions.rank(select(grid.coordinates(rank), dropped));
        }

        /**
         * {@return the rank that a rank gets in its smaller grid}
         *
         * @param rank a rank of the grid
         */
        public int key(int rank) {
            return each.rank(select(grid.coordinates(rank), kept));
        }
    }

    private CartTopology along(int[] chosen) {
        boolean[] rings = new boolean[chosen.length];
        for (int i = 0; i < chosen.length; i++) rings[i] = periods[chosen[i]];
        return new CartTopology(select(dims, chosen), rings);
    }

    private static int[] select(int[] values, int[] chosen) {
        return Arrays.stream(chosen).map(i -> values[i]).toArray();
    }

    // ---- checks ----

    private static void checkNotNull(String name, Object array) {
        if (array == null) throw argError(name + " is null");
    }

    private static void checkLength(String name, int length, int dimensions) {
        if (length < dimensions) throw argError(name + " too short: length=" + length + ", dimensions=" + dimensions);
    }

    private static CommException indivisible(int nodes, int[] dims) {
        return dimsError(
                "nodes do not fill a grid of the given dims: nodes=" + nodes + ", dims=" + Arrays.toString(dims));
    }

    private static CommException argError(String message) {
        return new CommException(ErrorClass.ARG, message);
    }

    private static CommException dimsError(String message) {
        return new CommException(ErrorClass.DIMS, message);
    }
}
