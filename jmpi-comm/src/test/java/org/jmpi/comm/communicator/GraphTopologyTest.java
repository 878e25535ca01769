package org.jmpi.comm.communicator;

import static org.jmpi.comm.communicator.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;

class GraphTopologyTest {
    private static final GraphTopology EXAMPLE =
            new GraphTopology(new int[] {2, 3, 4, 6}, new int[] {1, 3, 0, 3, 0, 2});

    @Test
    void eachNodeHasItsNeighbours() {
        int[][] neighbours = {{1, 3}, {0}, {3}, {0, 2}};
        for (int rank = 0; rank < 4; rank++) {
            assertArrayEquals(neighbours[rank], EXAMPLE.neighbours(rank));
            assertEquals(neighbours[rank].length, EXAMPLE.neighbourCount(rank));
        }
        assertEquals(4, EXAMPLE.nodes());
        assertEquals(4, EXAMPLE.size());
        assertArrayEquals(new int[] {2, 3, 4, 6}, EXAMPLE.index());
        assertArrayEquals(new int[] {1, 3, 0, 3, 0, 2}, EXAMPLE.edges());
    }

    @Test
    void isolatedNodesLoopsAndParallelEdgesAreLegal() {
        GraphTopology graph = new GraphTopology(new int[] {0, 3, 3, 6, 6}, new int[] {1, 3, 1, 1, 1, 4});
        int[][] neighbours = {{}, {1, 3, 1}, {}, {1, 1, 4}, {}};
        for (int rank = 0; rank < 5; rank++) {
            assertArrayEquals(neighbours[rank], graph.neighbours(rank));
            assertEquals(neighbours[rank].length, graph.neighbourCount(rank));
        }
        assertArrayEquals(new int[0], new GraphTopology(new int[] {0}, new int[0]).neighbours(0));
    }

    @Test
    void aGraphMayHaveNoNodes() {
        GraphTopology empty = new GraphTopology(new int[0], new int[0]);
        assertEquals(0, empty.nodes());
        assertEquals(Communicator.UNDEFINED, empty.map(0));
        empty.checkFits(0);
    }

    @Test
    void anyListsOfNeighboursComeBack() {
        Random random = new Random(4);
        for (int round = 0; round < 500; round++) {
            int nodes = 1 + random.nextInt(12);
            List<int[]> neighbours = new ArrayList<>();
            int[] index = new int[nodes];
            int[] edges = new int[0];
            for (int node = 0; node < nodes; node++) {
                int[] own = random.ints(random.nextInt(6), 0, nodes).toArray();
                neighbours.add(own);
                int before = edges.length;
                edges = Arrays.copyOf(edges, before + own.length);
                System.arraycopy(own, 0, edges, before, own.length);
                index[node] = edges.length;
            }
            GraphTopology graph = new GraphTopology(index, edges);
            for (int node = 0; node < nodes; node++) assertArrayEquals(neighbours.get(node), graph.neighbours(node));
        }
    }

    @Test
    void aGraphDoesNotChangeWithTheArraysThatItTookOrGave() {
        int[] index = {1, 2};
        int[] edges = {1, 0};
        GraphTopology graph = new GraphTopology(index, edges);
        index[0] = 0;
        edges[0] = 0;
        graph.index()[1] = 0;
        graph.edges()[1] = 1;
        graph.neighbours(0)[0] = 0;
        assertArrayEquals(new int[] {1}, graph.neighbours(0));
        assertArrayEquals(new int[] {0}, graph.neighbours(1));
    }

    @Test
    void ranksBeyondTheGraphHaveNoPlaceInIt() {
        for (int rank = 0; rank < 4; rank++) assertEquals(rank, EXAMPLE.map(rank));
        assertEquals(Communicator.UNDEFINED, EXAMPLE.map(4));
        EXAMPLE.checkFits(4);
        assertRefused(
                ErrorClass.TOPOLOGY, "topology larger than the communicator: 4 of 3 ranks", () -> EXAMPLE.checkFits(3));
    }

    @Test
    void ranksOutOfRangeAreRefused() {
        for (int bad : new int[] {-1, 4, Integer.MAX_VALUE, Communicator.PROC_NULL}) {
            String message = "rank out of range: rank=" + bad + ", size=4";
            assertRefused(ErrorClass.RANK, message, () -> EXAMPLE.neighbours(bad));
            assertRefused(ErrorClass.RANK, message, () -> EXAMPLE.neighbourCount(bad));
        }
    }

    private static void assertMalformed(String message, int[] index, int... edges) {
        assertRefused(ErrorClass.ARG, message, () -> new GraphTopology(index, edges));
    }

    @Test
    void malformedGraphsAreRefused() {
        assertMalformed("index is null", null, 0);
        assertMalformed("edges is null", new int[] {0}, (int[]) null);
        assertMalformed("index decreases: index[2]=1, before it 2", new int[] {0, 2, 1}, 0);
        assertMalformed("index decreases: index[0]=-1, before it 0", new int[] {-1, 1}, 0);
        String end = "index ends with more than the number of edges: ";
        assertMalformed(end + "last=2, edges=1", new int[] {1, 2}, 0);
        assertMalformed("edge out of range: edges[1]=2, nodes=2", new int[] {1, 2}, 0, 2);
        assertMalformed("edge out of range: edges[0]=-1, nodes=2", new int[] {1, 2}, -1, 0);
    }

    @Test
    void furtherEdgesAreIgnored() {
        assertArrayEquals(new int[] {1, 0}, new GraphTopology(new int[] {1, 2}, new int[] {1, 0, 9, -1}).edges());
        assertArrayEquals(new int[0], new GraphTopology(new int[0], new int[] {0}).edges());
    }
}
