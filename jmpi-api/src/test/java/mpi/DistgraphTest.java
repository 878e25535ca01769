package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.stream.IntStream;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Graphs whose ranks know their own edges. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class DistgraphTest {
    private static final int[] NONE = {};

    private static int[] ints(int... values) {
        return values;
    }

    private static void assertNeighbours(
            int[] sources, int[] weights, int[] destinations, int[] more, Distgraphcomm of) {
        DistgraphParms found = of.Neighbours();
        assertTrue(found.weighted);
        assertArrayEquals(sources, found.sources);
        assertArrayEquals(weights, found.sourceweights);
        assertArrayEquals(destinations, found.destinations);
        assertArrayEquals(more, found.destweights);
    }

    @Test
    void eachRankGivesItsOwnEdges() {
        Jmpi.run(3, () -> {
            int me = Talk.rank();
            // 0 to 1 twice, 1 to 1; nothing at 2.
            int[] sources = me == 1 ? ints(0, 1, 0) : NONE;
            int[] weights = me == 1 ? ints(5, 7, 6) : MPI.WEIGHTS_EMPTY;
            int[] destinations = me == 0 ? ints(1, 1) : me == 1 ? ints(1) : NONE;
            int[] more = me == 0 ? ints(5, 6) : me == 1 ? ints(7) : NONE;
            Distgraphcomm graph = MPI.COMM_WORLD.Dist_graph_create_adjacent(sources, weights, destinations, more, true);
            assertEquals(MPI.DIST_GRAPH, graph.Topo_test());
            assertNeighbours(sources, weights, destinations, more, graph);
            if (me == 1) sources[0] = 2;
            if (me == 0) graph.Neighbours().destinations[0] = 2;
            assertNeighbours(me == 1 ? ints(0, 1, 0) : NONE, weights, destinations, more, graph);
            Talk.assertJoins(graph, ints(0, 1, 2));
        });
    }

    @Test
    void eachRankGivesAnyEdges() {
        Jmpi.run(3, () -> {
            int me = Talk.rank();
            // Rank r gives edges from 0 to 2 and 1, and one from 2 to 2, of weights 10 r, 10 r + 1 and 10 r + 2.
            Distgraphcomm graph = MPI.COMM_WORLD.Dist_graph_create(
                    ints(0, 1, 2), ints(2, 0, 1), ints(2, 1, 2), ints(10 * me, 10 * me + 1, 10 * me + 2), false);
            int[][] sources = {NONE, ints(0, 0, 0), ints(0, 2, 0, 2, 0, 2)};
            int[][] weights = {NONE, ints(1, 11, 21), ints(0, 2, 10, 12, 20, 22)};
            int[][] destinations = {ints(2, 1, 2, 1, 2, 1), NONE, ints(2, 2, 2)};
            int[][] more = {ints(0, 1, 10, 11, 20, 21), NONE, ints(2, 12, 22)};
            assertNeighbours(sources[me], weights[me], destinations[me], more[me], graph);
        });
    }

    @Test
    void oneRankGivesAllEdges() {
        Jmpi.run(4, () -> {
            boolean gives = Talk.rank() == 3;
            int[] ranks = ints(0, 1, 2, 3);
            Distgraphcomm ring = MPI.COMM_WORLD.Dist_graph_create(
                    gives ? ranks : NONE,
                    gives ? ints(1, 1, 1, 1) : NONE,
                    gives ? ints(1, 2, 3, 0) : NONE,
                    MPI.UNWEIGHTED,
                    false);
            DistgraphParms found = ring.Neighbours();
            assertFalse(found.weighted);
            assertSame(MPI.UNWEIGHTED, found.sourceweights);
            assertSame(MPI.UNWEIGHTED, found.destweights);
            assertArrayEquals(ints((Talk.rank() + 3) % 4), found.sources);
            assertArrayEquals(ints((Talk.rank() + 1) % 4), found.destinations);
        });
    }

    @Test
    void aCopyHasTheSameEdgesAndMessagesOfItsOwn() {
        Jmpi.run(2, () -> {
            int[] other = {1 - Talk.rank()};
            Distgraphcomm graph = MPI.COMM_WORLD.Dist_graph_create_adjacent(other, ints(3), other, ints(3), false);
            Distgraphcomm copy = (Distgraphcomm) graph.clone();
            graph.Free();
            assertNeighbours(other, ints(3), other, ints(3), copy);
            assertEquals(MPI.DIST_GRAPH, copy.Topo_test());
            DistgraphParms parms = copy.Neighbours();
            Distgraphcomm again = copy.Dist_graph_create_adjacent(
                    parms.sources, parms.sourceweights, parms.destinations, parms.destweights, false);
            int[] got = new int[1];
            int[] later = new int[1];
            Request request = again.Ineighbor_alltoall(other, 0, 1, MPI.INT, later, 0, 1, MPI.INT);
            copy.Neighbor_alltoall(ints(70 + Talk.rank()), 0, 1, MPI.INT, got, 0, 1, MPI.INT);
            assertEquals(70 + other[0], got[0]);
            request.Wait();
            assertEquals(Talk.rank(), later[0]);
        });
    }

    @Test
    void anEdgeThatOnlyOneEndKnowsIsRefusedAtEveryRank() {
        Jmpi.run(3, () -> {
            int[] next = {(Talk.rank() + 1) % 3};
            Talk.assertFails(
                    MPI.ERR_ARG,
                    () -> MPI.COMM_WORLD.Dist_graph_create_adjacent(next, MPI.UNWEIGHTED, next, MPI.UNWEIGHTED, false),
                    "rank 1 gives 0 edges to rank 0, which gives 1 from rank 1");
            int[] sources = Talk.rank() == 2 ? ints(0) : NONE;
            int[] destinations = Talk.rank() == 0 ? ints(2, 2) : NONE;
            Talk.assertFails(
                    MPI.ERR_ARG,
                    () -> MPI.COMM_WORLD.Dist_graph_create_adjacent(
                            sources, MPI.UNWEIGHTED, destinations, MPI.UNWEIGHTED, false),
                    "rank 0 gives 2 edges to rank 2, which gives 1 from rank 0");
            BadInputTest.assertWorldUsable();
        });
    }

    @Test
    void ranksThatDoNotAgreeOnWeightsAreRefusedAtEveryRank() {
        Jmpi.run(3, () -> {
            int[] own = IntStream.of(Talk.rank()).toArray();
            int[] weights = Talk.rank() == 1 ? MPI.UNWEIGHTED : ints(4);
            String message = "rank 0 gives weights of edges, rank 1 gives MPI.UNWEIGHTED";
            Talk.assertFails(
                    MPI.ERR_ARG,
                    () -> MPI.COMM_WORLD.Dist_graph_create_adjacent(own, weights, own, weights, false),
                    message);
            Talk.assertFails(
                    MPI.ERR_ARG, () -> MPI.COMM_WORLD.Dist_graph_create(own, ints(1), own, weights, false), message);
            BadInputTest.assertWorldUsable();
        });
    }
}
