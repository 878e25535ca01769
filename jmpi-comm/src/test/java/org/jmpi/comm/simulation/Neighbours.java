package org.jmpi.comm.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jmpi.comm.coll.Neighbourhood;

/** The neighbours of all ranks of a communicator, in a graph or a grid. */
final class Neighbours {
    /** An edge of a graph, between ranks of the communicator. */
    private record Edge(int from, int to) {}

    private final List<Edge> edges;

    /** Both neighbours of each rank along each dimension; null in a graph. */
    private final int[][] grid;

    private Neighbours(List<Edge> edges, int[][] grid) {
        this.edges = edges;
        this.grid = grid;
    }

    /** Makes a graph, in which an edge may occur several times. */
    static Neighbours graph(int ranks, Random random) {
        int edges = random.nextInt(3 * ranks);
        return new Neighbours(
                IntStream.range(0, edges)
                        .mapToObj(i -> new Edge(random.nextInt(ranks), random.nextInt(ranks)))
                        .toList(),
                null);
    }

    /** Makes a grid of one dimension or, if ranks fill it, of two. */
    static Neighbours grid(int ranks, Random random) {
        boolean flat = ranks % 2 == 1 || random.nextBoolean();
        int[] dims = flat ? new int[] {ranks} : new int[] {2, ranks / 2};
        boolean[] periodic = {random.nextBoolean(), random.nextBoolean()};
        int[][] grid = new int[ranks][2 * dims.length];
        for (int rank = 0; rank < ranks; rank++)
            for (int d = 0; d < dims.length; d++)
                for (int side = 0; side < 2; side++)
                    grid[rank][2 * d + side] = neighbour(rank, dims, d, 2 * side - 1, periodic[d]);
        return new Neighbours(null, grid);
    }

    private static int neighbour(int rank, int[] dims, int dimension, int step, boolean periodic) {
        int below = dimension == dims.length - 1 ? 1 : dims[1];
        int size = dims[dimension];
        int at = rank / below % size;
        int to = periodic ? Math.floorMod(at + step, size) : at + step;
        return to < 0 || to >= size ? -1 : rank + (to - at) * below;
    }

    int[] destinations(int rank) {
        if (grid != null) return grid[rank];
        return edges.stream()
                .filter(edge -> edge.from == rank)
                .mapToInt(Edge::to)
                .toArray();
    }

    int[] sources(int rank) {
        if (grid != null) return grid[rank];
        return edges.stream()
                .filter(edge -> edge.to == rank)
                .mapToInt(Edge::from)
                .toArray();
    }

    /** Returns which of the sender's blocks comes from a source. */
    int slotOfSender(int rank, int source) {
        // A block that goes up comes from below.
        if (grid != null) return source ^ 1;
        Edge edge = edges.stream().filter(each -> each.to == rank).toList().get(source);
        // The same edges are the same object only by chance.
        int nth = 0;
        for (int i = 0; i < source; i++) if (sources(rank)[i] == edge.from) nth++;
        int[] to = destinations(edge.from);
        for (int slot = 0; slot < to.length; slot++) if (to[slot] == rank && nth-- == 0) return slot;
        throw new AssertionError("rank " + rank + " has no source " + source);
    }

    /** Returns what the engine is given. */
    Neighbourhood of(int rank) {
        return grid != null
                ? Neighbourhood.ofGrid(grid[rank])
                : Neighbourhood.ofGraph(sources(rank), destinations(rank));
    }

    @Override
    public String toString() {
        return grid != null ? "in a grid " + Arrays.deepToString(grid) : "in a graph " + edges;
    }
}
