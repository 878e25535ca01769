package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.jmpi.Jmpi;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrays that are longer than a topology needs: the first elements count. */
class LongerArraysTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void ofGrids(int size) {
        Jmpi.run(size, () -> {
            boolean[] periods = {true, false, false, true};
            Cartcomm grid = MPI.COMM_WORLD.Create_cart(new int[] {size}, periods, false);
            assertArrayEquals(new boolean[] {true}, grid.Get().periods);
            assertEquals(0, grid.Rank(new int[] {size, 7, 7}));
            assertEquals(size, grid.Sub(new boolean[] {true, false, false}).Size());
            assertEquals(MPI.COMM_WORLD.Rank(), grid.Map(new int[] {size}, periods));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void ofGraphs(int size) {
        Jmpi.run(size, () -> {
            int rank = MPI.COMM_WORLD.Rank();
            int[] index = new int[size];
            int[] edges = new int[2 * size + 3];
            Arrays.fill(edges, -1);
            for (int r = 0; r < size; r++) {
                index[r] = 2 * (r + 1);
                edges[2 * r] = (r + size - 1) % size;
                edges[2 * r + 1] = (r + 1) % size;
            }
            int[] neighbours = {(rank + size - 1) % size, (rank + 1) % size};
            Graphcomm graph = MPI.COMM_WORLD.Create_graph(index, edges, false);
            assertArrayEquals(neighbours, graph.Neighbours(rank));
            assertEquals(rank, graph.Map(index, edges));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void ofDistributedGraphs(int size) {
        Jmpi.run(size, () -> {
            int rank = MPI.COMM_WORLD.Rank();
            int[] next = {(rank + 1) % size};
            int[] before = {(rank + size - 1) % size};
            DistgraphParms given = MPI.COMM_WORLD.Dist_graph_create(
                            new int[] {rank}, new int[] {1, 5}, new int[] {next[0], -1}, new int[] {7, -8}, false)
                    .Neighbours();
            assertArrayEquals(before, given.sources);
            assertArrayEquals(new int[] {7}, given.destweights);
            DistgraphParms adjacent = MPI.COMM_WORLD.Dist_graph_create_adjacent(
                            before, new int[] {7, -1}, next, new int[] {7, -1}, false)
                    .Neighbours();
            assertArrayEquals(next, adjacent.destinations);
            assertArrayEquals(new int[] {7}, adjacent.sourceweights);
        });
    }
}
