package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A topology that a test makes, and of which it knows what comes from where.
 *
 * @param sources for each rank, whom it receives from; negative for nobody
 * @param destinations for each rank, whom it sends to; negative for nobody
 * @param isGrid whether a block that goes down comes from above; else edges match in their order
 * @param make makes the communicator; every rank of the world calls it
 */
record NeighbourTopology(
        String name,
        int[][] sources,
        int[][] destinations,
        boolean isGrid,
        Supplier<PersistentNeighbourCollectives> make) {
    /** Returns topologies of all kinds. */
    static List<NeighbourTopology> all(int ranks) {
        List<NeighbourTopology> all = new ArrayList<>();
        for (int[] dims : grids(ranks))
            for (int rings = 0; rings < 1 << dims.length; rings++) all.add(grid(dims, rings));
        for (int seed = 0; seed < 4; seed++) {
            Random random = new Random(100L * ranks + seed);
            all.add(graph(ranks, random));
            all.add(distributed(ranks, random));
            all.add(adjacent(ranks, random));
        }
        return all;
    }

    private static List<int[]> grids(int ranks) {
        List<int[]> all = new ArrayList<>();
        if (ranks == 1) all.add(new int[0]);
        all.add(new int[] {ranks});
        for (int i = 1; i <= ranks; i++) {
            if (ranks % i != 0) continue;
            all.add(new int[] {i, ranks / i});
            for (int k = 1; k <= i; k++) if (i % k == 0) all.add(new int[] {i / k, k, ranks / i});
        }
        return all;
    }

    /** @param rings has a bit for each dimension that is a ring */
    private static NeighbourTopology grid(int[] dims, int rings) {
        int ranks = Arrays.stream(dims).reduce(1, (a, b) -> a * b);
        boolean[] periods = new boolean[dims.length];
        for (int d = 0; d < dims.length; d++) periods[d] = (rings >> d & 1) == 1;
        int[][] neighbours = new int[ranks][2 * dims.length];
        for (int rank = 0; rank < ranks; rank++) {
            int step = ranks;
            for (int d = 0; d < dims.length; d++) {
                step /= dims[d];
                int place = rank / step % dims[d];
                for (int up = 0; up <= 1; up++) {
                    int moved = place + 2 * up - 1;
                    boolean isOver = moved < 0 || moved == dims[d];
                    int ring = (moved + dims[d]) % dims[d];
                    neighbours[rank][2 * d + up] = isOver && !periods[d] ? -1 : rank + (ring - place) * step;
                }
            }
        }
        String name = "grid " + Arrays.toString(dims) + " " + Arrays.toString(periods);
        return new NeighbourTopology(
                name, neighbours, neighbours, true, () -> MPI.COMM_WORLD.Create_cart(dims, periods, false));
    }

    /** Returns edges, some of them several times and some to where they come from; none from or to some ranks. */
    private static List<int[]> edges(int ranks, Random random) {
        int used = 1 + random.nextInt(ranks);
        List<int[]> edges = new ArrayList<>();
        for (int left = random.nextInt(3 * ranks); left > 0; left--) {
            int[] edge = {random.nextInt(used), random.nextInt(used)};
            for (int times = random.nextInt(3); times >= 0; times--) edges.add(edge);
        }
        return edges;
    }

    /** Returns for each rank the other ends of the edges that have it at one end, in their order. */
    private static int[][] ends(int ranks, List<int[]> edges, int own) {
        return IntStream.range(0, ranks)
                .mapToObj(rank -> edges.stream()
                        .filter(edge -> edge[own] == rank)
                        .mapToInt(edge -> edge[1 - own])
                        .toArray())
                .toArray(int[][]::new);
    }

    private static NeighbourTopology graph(int ranks, Random random) {
        List<int[]> bothWays = edges(ranks, random).stream()
                .flatMap(edge -> edge[0] == edge[1] ? Stream.of(edge) : Stream.of(edge, new int[] {edge[1], edge[0]}))
                .toList();
        int[][] neighbours = ends(ranks, bothWays, 0);
        int[] index = new int[ranks];
        for (int rank = 0; rank < ranks; rank++)
            index[rank] = (rank == 0 ? 0 : index[rank - 1]) + neighbours[rank].length;
        int[] all = Stream.of(neighbours).flatMapToInt(Arrays::stream).toArray();
        return new NeighbourTopology(
                "graph " + Arrays.deepToString(neighbours),
                neighbours,
                neighbours,
                false,
                () -> MPI.COMM_WORLD.Create_graph(index, all, false));
    }

    /** Returns a graph in which ranks give edges of any ranks. */
    private static NeighbourTopology distributed(int ranks, Random random) {
        List<int[]> edges = edges(ranks, random);
        int[] givers =
                edges.stream().mapToInt(edge -> random.nextInt(ranks)).sorted().toArray();
        return new NeighbourTopology(
                "distributed graph " + Arrays.deepToString(edges.toArray()),
                ends(ranks, edges, 1),
                ends(ranks, edges, 0),
                false,
                () -> {
                    List<int[]> own = IntStream.range(0, givers.length)
                            .filter(i -> givers[i] == Talk.rank())
                            .mapToObj(edges::get)
                            .toList();
                    int[] sources = own.stream().mapToInt(edge -> edge[0]).toArray();
                    int[] ones = own.stream().mapToInt(edge -> 1).toArray();
                    int[] destinations = own.stream().mapToInt(edge -> edge[1]).toArray();
                    return MPI.COMM_WORLD.Dist_graph_create(sources, ones, destinations, MPI.UNWEIGHTED, false);
                });
    }

    /** Returns a graph in which ranks give their own edges, in any order. */
    private static NeighbourTopology adjacent(int ranks, Random random) {
        List<int[]> edges = new ArrayList<>(edges(ranks, random));
        int[][] sources = ends(ranks, edges, 1);
        Collections.shuffle(edges, random);
        int[][] destinations = ends(ranks, edges, 0);
        return new NeighbourTopology(
                "graph of " + Arrays.deepToString(sources) + " and " + Arrays.deepToString(destinations),
                sources,
                destinations,
                false,
                () -> MPI.COMM_WORLD.Dist_graph_create_adjacent(
                        sources[Talk.rank()], MPI.UNWEIGHTED, destinations[Talk.rank()], MPI.UNWEIGHTED, false));
    }

    /** Returns which of the blocks that a source sends arrives as a rank's block. */
    int blockAtSource(int rank, int block) {
        if (isGrid) return block ^ 1;
        int source = sources[rank][block];
        long before = IntStream.range(0, block)
                .filter(earlier -> sources[rank][earlier] == source)
                .count();
        int[] sent = destinations[source];
        return IntStream.range(0, sent.length)
                .filter(i -> sent[i] == rank)
                .skip(before)
                .findFirst()
                .orElseThrow();
    }

    @Override
    public String toString() {
        return name;
    }
}
