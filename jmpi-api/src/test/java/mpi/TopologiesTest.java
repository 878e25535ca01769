package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Grids and graphs of ranks. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class TopologiesTest {
    private static int[] ints(int... values) {
        return values;
    }

    private static boolean[] flags(boolean... values) {
        return values;
    }

    private static int[] upTo(int ranks) {
        return IntStream.range(0, ranks).toArray();
    }

    private static Cartcomm grid(int[] dims, boolean... periods) {
        return MPI.COMM_WORLD.Create_cart(dims, periods, false);
    }

    private static void assertShift(int source, int dest, ShiftParms found) {
        assertEquals(source, found.rank_source, "source");
        assertEquals(dest, found.rank_dest, "destination");
    }

    // ---- grids ----

    @Test
    void aGridHasRowsAndColumnsThatEnd() {
        Jmpi.run(6, () -> {
            int me = Talk.rank();
            int[] dims = new int[2];
            Cartcomm.Dims_create(6, dims);
            assertArrayEquals(ints(3, 2), dims);
            Cartcomm grid = grid(dims, false, false);
            assertEquals(MPI.CART, grid.Topo_test());
            CartParms parms = grid.Get();
            assertArrayEquals(ints(3, 2), parms.dims);
            assertArrayEquals(flags(false, false), parms.periods);
            assertArrayEquals(ints(me / 2, me % 2), parms.coords);
            for (int rank = 0; rank < 6; rank++) {
                assertArrayEquals(ints(rank / 2, rank % 2), grid.Coords(rank));
                assertEquals(rank, grid.Rank(grid.Coords(rank)));
            }
            assertShift(MPI.PROC_NULL, MPI.PROC_NULL, grid.Shift(0, 5));
            assertShift(me < 2 ? MPI.PROC_NULL : me - 2, me > 3 ? MPI.PROC_NULL : me + 2, grid.Shift(0, 1));
            assertShift(me % 2 == 1 ? MPI.PROC_NULL : me + 1, me % 2 == 0 ? MPI.PROC_NULL : me - 1, grid.Shift(1, -1));
            assertShift(me, me, grid.Shift(1, 0));
            Talk.assertJoins(grid, upTo(6));
        });
    }

    @Test
    void aGridOfRingsHasNoEnd() {
        Jmpi.run(6, () -> {
            int me = Talk.rank();
            int[] dims = {2, 0};
            Cartcomm.Dims_create(6, dims);
            assertArrayEquals(ints(2, 3), dims);
            Cartcomm grid = grid(dims, true, true);
            assertShift((me + 3) % 6, (me + 3) % 6, grid.Shift(0, 5));
            int row = me / 3 * 3;
            assertShift(row + (me + 1) % 3, row + (me + 2) % 3, grid.Shift(1, -1));
            assertEquals(me, grid.Rank(ints(me / 3 + 2, me % 3 - 6)));
            Cartcomm mixed = grid(dims, true, false);
            assertArrayEquals(flags(true, false), mixed.Get().periods);
            assertShift((me + 3) % 6, (me + 3) % 6, mixed.Shift(0, 1));
            assertShift(me % 3 == 0 ? MPI.PROC_NULL : me - 1, me % 3 == 2 ? MPI.PROC_NULL : me + 1, mixed.Shift(1, 1));
        });
    }

    @ParameterizedTest
    @CsvSource({"6,3", "5,4", "4,1", "3,3"})
    void ranksBeyondAGridAreLeftOut(int ranks, int inGrid) {
        Jmpi.run(ranks, () -> {
            Cartcomm grid = grid(ints(1, inGrid), false, true);
            if (Talk.rank() >= inGrid) assertNull(grid);
            else {
                assertEquals(inGrid, grid.Size());
                assertArrayEquals(ints(0, Talk.rank()), grid.Get().coords);
                Talk.assertJoins(grid, upTo(inGrid));
            }
            Cartcomm point = grid(ints());
            if (Talk.rank() > 0) assertNull(point);
            else {
                assertEquals(1, point.Size());
                assertEquals(0, point.Rank(ints()));
                assertArrayEquals(ints(), point.Coords(0));
                assertArrayEquals(ints(), point.Get().dims);
            }
            Talk.assertJoins(MPI.COMM_WORLD, upTo(ranks));
        });
    }

    @Test
    void dimensionsAreFilledIn() {
        int[] two = new int[2];
        Cartcomm.Dims_create(6, two);
        assertArrayEquals(ints(3, 2), two);
        int[] given = {2, 0};
        Cartcomm.Dims_create(6, given);
        assertArrayEquals(ints(2, 3), given);
        int[] three = new int[3];
        Cartcomm.Dims_create(6, three);
        assertArrayEquals(ints(3, 2, 1), three);
        int[] bad = {4, 0};
        Talk.assertFails(MPI.ERR_DIMS, () -> Cartcomm.Dims_create(6, bad), "nodes=6", "[4, 0]");
        assertArrayEquals(ints(4, 0), bad);
        Talk.assertFails(MPI.ERR_DIMS, () -> Cartcomm.Dims_create(0, new int[2]), "nodes=0");
        Talk.assertFails(MPI.ERR_DIMS, () -> Cartcomm.Dims_create(6, ints(-1, 0)), "dims[0]=-1");
        Talk.assertFails(MPI.ERR_ARG, () -> Cartcomm.Dims_create(6, null), "null");
    }

    @Test
    void aGridIsCutIntoSmallerOnes() {
        Jmpi.run(6, () -> {
            int me = Talk.rank();
            Cartcomm grid = grid(ints(2, 3), false, true);
            Cartcomm row = grid.Sub(flags(false, true));
            Talk.assertJoins(row, IntStream.range(0, 3).map(i -> me / 3 * 3 + i).toArray());
            assertEquals(me % 3, row.Rank());
            assertArrayEquals(ints(3), row.Get().dims);
            assertArrayEquals(flags(true), row.Get().periods);
            assertArrayEquals(ints(me % 3), row.Get().coords);
            assertShift((me + 2) % 3, (me + 1) % 3, row.Shift(0, 1));
            Cartcomm column = grid.Sub(flags(true, false));
            Talk.assertJoins(column, me % 3, me % 3 + 3);
            assertEquals(me / 3, column.Rank());
            assertArrayEquals(flags(false), column.Get().periods);
            Cartcomm point = grid.Sub(flags(false, false));
            Talk.assertJoins(point, me);
            assertArrayEquals(ints(), point.Get().dims);
            Cartcomm whole = grid.Sub(flags(true, true));
            Talk.assertJoins(whole, upTo(6));
            assertArrayEquals(grid.Get().coords, whole.Get().coords);
            for (Cartcomm part : new Cartcomm[] {row, column, point, whole}) assertEquals(MPI.CART, part.Topo_test());
        });
    }

    @Test
    void everyProcessIsMappedToARankOfItsOwn() {
        Jmpi.run(8, () -> {
            Cartcomm line = grid(ints(8), false);
            int[] places = new int[8];
            places[line.Map(ints(2, 4), flags(false, true))] = 1;
            int[] sum = new int[8];
            MPI.COMM_WORLD.Reduce(places, 0, sum, 0, 8, MPI.INT, MPI.SUM, 0);
            if (Talk.rank() == 0) assertArrayEquals(ints(1, 1, 1, 1, 1, 1, 1, 1), sum);
            assertEquals(Talk.rank() < 6 ? Talk.rank() : MPI.UNDEFINED, line.Map(ints(3, 2), new boolean[2]));
            Graphcomm graph = MPI.COMM_WORLD.Create_graph(new int[8], new int[0], true);
            assertEquals(Talk.rank() < 2 ? Talk.rank() : MPI.UNDEFINED, graph.Map(ints(1, 2), ints(1, 0)));
        });
    }

    // ---- a use of grids ----

    /** Each rank's cell is the sum of its neighbours in a plane that is a ring one way and ends the other way. */
    @ParameterizedTest
    @CsvSource({"1,1", "1,2", "2,2", "1,5", "3,2"})
    void neighboursExchangeTheirEdges(int rows, int columns) {
        int length = 100;
        Jmpi.run(rows * columns, () -> {
            Cartcomm grid = grid(ints(rows, columns), false, true);
            int me = grid.Rank();
            for (int dimension = 0; dimension < 2; dimension++)
                for (int way = -1; way <= 1; way += 2) {
                    ShiftParms shift = grid.Shift(dimension, way);
                    Object edge = Kind.DOUBLE.data(1, length, 1000 * me);
                    Object halo = Kind.DOUBLE.guards(2, length);
                    Status status = grid.Sendrecv(
                            edge,
                            1,
                            length,
                            MPI.DOUBLE,
                            shift.rank_dest,
                            way + 1,
                            halo,
                            2,
                            length,
                            MPI.DOUBLE,
                            shift.rank_source,
                            way + 1);
                    boolean atEdge = dimension == 0 && (me / columns == (way > 0 ? 0 : rows - 1));
                    int row = dimension == 0 ? me / columns - way : me / columns;
                    int column = dimension == 1 ? Math.floorMod(me % columns - way, columns) : me % columns;
                    int source = atEdge ? MPI.PROC_NULL : row * columns + column;
                    assertEquals(source, status.source);
                    assertEquals(atEdge ? 0 : length, status.Get_count(MPI.DOUBLE));
                    Object expected =
                            atEdge ? Kind.DOUBLE.guards(2, length) : Kind.DOUBLE.data(2, length, 1000 * source);
                    Kind.assertSame(expected, halo, "dimension " + dimension + ", way " + way);
                }
        });
    }

    // ---- graphs ----

    private static final int[] INDEX = {2, 3, 4, 6};
    private static final int[] EDGES = {1, 3, 0, 3, 0, 2};

    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void aGraphKnowsItsNeighbours(int ranks) {
        Jmpi.run(ranks, () -> {
            Graphcomm graph = MPI.COMM_WORLD.Create_graph(INDEX, EDGES, false);
            if (Talk.rank() == 4) {
                assertNull(graph);
                return;
            }
            assertEquals(MPI.GRAPH, graph.Topo_test());
            assertArrayEquals(INDEX, graph.Get().index);
            assertArrayEquals(EDGES, graph.Get().edges);
            for (int rank = 0; rank < 4; rank++) {
                int[] neighbours = Arrays.copyOfRange(EDGES, rank == 0 ? 0 : INDEX[rank - 1], INDEX[rank]);
                assertArrayEquals(neighbours, graph.Neighbours(rank));
            }
            Talk.assertJoins(graph, 0, 1, 2, 3);
        });
    }

    @Test
    void aGraphMayHaveIsolatedNodesLoopsAndNoNodeAtAll() {
        Jmpi.run(3, () -> {
            Graphcomm graph = MPI.COMM_WORLD.Create_graph(ints(0, 2, 2), ints(1, 1), false);
            assertArrayEquals(ints(), graph.Neighbours(0));
            assertArrayEquals(ints(1, 1), graph.Neighbours(1));
            assertArrayEquals(ints(), graph.Neighbours(2));
            assertNull(MPI.COMM_WORLD.Create_graph(ints(), ints(), false));
        });
    }

    // ---- what topologies have in common ----

    @Test
    void clonesKeepTheTopologyAndOthersDoNot() {
        Jmpi.run(4, () -> {
            Cartcomm grid = grid(ints(2, 2), true, false);
            Cartcomm gridClone = (Cartcomm) grid.clone();
            assertSame(Cartcomm.class, gridClone.getClass());
            assertEquals(MPI.CONGRUENT, Comm.Compare(grid, gridClone));
            assertArrayEquals(grid.Get().coords, gridClone.Get().coords);
            assertArrayEquals(flags(true, false), gridClone.Get().periods);
            assertEquals(MPI.CART, gridClone.Topo_test());
            Graphcomm graph = MPI.COMM_WORLD.Create_graph(INDEX, EDGES, false);
            Graphcomm graphClone = (Graphcomm) graph.clone();
            assertSame(Graphcomm.class, graphClone.getClass());
            assertArrayEquals(INDEX, graphClone.Get().index);
            assertEquals(MPI.GRAPH, graphClone.Topo_test());
            Intracomm split = grid.Split(0, 0);
            assertSame(Intracomm.class, split.getClass());
            assertEquals(MPI.UNDEFINED, split.Topo_test());
            assertEquals(MPI.UNDEFINED, MPI.COMM_WORLD.Topo_test());
            assertEquals(MPI.UNDEFINED, graph.Create(graph.Group()).Topo_test());
            gridClone.Free();
            Talk.assertJoins(grid, 0, 1, 2, 3);
            Talk.assertJoins(graphClone, 0, 1, 2, 3);
        });
    }

    @Test
    void whatIsReturnedIsACopyAndWhatIsGivenIsCopied() {
        Jmpi.run(2, () -> {
            int[] dims = {2, 1};
            boolean[] periods = new boolean[2];
            Cartcomm grid = grid(dims, periods);
            dims[0] = 7;
            periods[0] = true;
            CartParms parms = grid.Get();
            assertArrayEquals(ints(2, 1), parms.dims);
            assertFalse(parms.periods[0]);
            parms.dims[0] = parms.coords[0] = 9;
            assertArrayEquals(ints(2, 1), grid.Get().dims);
            assertArrayEquals(ints(Talk.rank(), 0), grid.Get().coords);
        });
    }

    @Test
    void topologiesThatAreNoneOrDoNotFitAreRefused() {
        Jmpi.run(3, () -> {
            Talk.assertFails(MPI.ERR_ARG, () -> MPI.COMM_WORLD.Create_cart(null, flags(true), false), "null");
            Talk.assertFails(MPI.ERR_ARG, () -> grid(ints(2), (boolean[]) null), "null");
            Talk.assertFails(MPI.ERR_ARG, () -> grid(ints(2, 1), false), "length=1");
            Talk.assertFails(MPI.ERR_DIMS, () -> grid(ints(2, 0), false, false), "dims[1]=0");
            Talk.assertFails(MPI.ERR_DIMS, () -> grid(ints(-3), false), "dims[0]=-3");
            Talk.assertFails(MPI.ERR_DIMS, () -> grid(ints(1 << 20, 1 << 20), false, false), "too large");
            Talk.assertFails(MPI.ERR_TOPOLOGY, () -> grid(ints(2, 2), false, false), "4 of 3");
            for (int[][] bad : List.of(
                    new int[][] {null, EDGES},
                    new int[][] {INDEX, null},
                    new int[][] {{1, 0}, {1}},
                    new int[][] {{1, 2}, {1}},
                    new int[][] {{1}, {1}},
                    new int[][] {{1}, {-1}}))
                Talk.assertFails(MPI.ERR_ARG, () -> MPI.COMM_WORLD.Create_graph(bad[0], bad[1], false));
            Talk.assertFails(MPI.ERR_TOPOLOGY, () -> MPI.COMM_WORLD.Create_graph(INDEX, EDGES, false), "4 of 3");
            Talk.assertJoins(MPI.COMM_WORLD, 0, 1, 2);
        });
    }

    @Test
    void badArgumentsOfAGridAreRefused() {
        Jmpi.run(2, () -> {
            Cartcomm grid = grid(ints(2, 1), false, true);
            Talk.assertFails(MPI.ERR_ARG, () -> grid.Rank(null), "null");
            Talk.assertFails(MPI.ERR_ARG, () -> grid.Rank(ints(0)), "length=1");
            Talk.assertFails(MPI.ERR_ARG, () -> grid.Rank(ints(2, 0)), "coordinates[0]=2");
            Talk.assertFails(MPI.ERR_ARG, () -> grid.Rank(ints(-1, 0)), "coordinates[0]=-1");
            Talk.assertFails(MPI.ERR_RANK, () -> grid.Coords(2), "rank=2", "size=2");
            Talk.assertFails(MPI.ERR_RANK, () -> grid.Coords(-1), "rank=-1");
            Talk.assertFails(MPI.ERR_DIMS, () -> grid.Shift(2, 1), "direction=2");
            Talk.assertFails(MPI.ERR_DIMS, () -> grid.Shift(-1, 1), "direction=-1");
            Talk.assertFails(MPI.ERR_ARG, () -> grid.Sub(null), "null");
            Talk.assertFails(MPI.ERR_ARG, () -> grid.Sub(flags(true)), "length=1");
            Talk.assertFails(MPI.ERR_TOPOLOGY, () -> grid.Map(ints(3), flags(true)), "3 of 2");
            Talk.assertFails(MPI.ERR_DIMS, () -> grid.Map(ints(0), flags(true)), "dims[0]=0");
            Graphcomm graph = MPI.COMM_WORLD.Create_graph(ints(1, 2), ints(1, 0), false);
            Talk.assertFails(MPI.ERR_RANK, () -> graph.Neighbours(2), "rank=2");
            Talk.assertFails(MPI.ERR_RANK, () -> graph.Neighbours(MPI.PROC_NULL), "size=2");
            Talk.assertFails(MPI.ERR_TOPOLOGY, () -> graph.Map(INDEX, EDGES), "4 of 2");
            Talk.assertFails(MPI.ERR_ARG, () -> graph.Map(INDEX, null), "null");
            Talk.assertJoins(grid, 0, 1);
        });
    }

    @Test
    void everyCallOnAFreedTopologyIsRefused() {
        Jmpi.run(2, () -> {
            Cartcomm grid = grid(ints(2), false);
            Graphcomm graph = MPI.COMM_WORLD.Create_graph(ints(1, 2), ints(1, 0), false);
            grid.Free();
            graph.Free();
            List<Executable> calls = List.of(
                    grid::Get,
                    grid::clone,
                    grid::Topo_test,
                    () -> grid.Rank(ints(0)),
                    () -> grid.Coords(0),
                    () -> grid.Shift(0, 1),
                    () -> grid.Sub(flags(true)),
                    () -> grid.Map(ints(1), flags(true)),
                    graph::Get,
                    graph::clone,
                    graph::Topo_test,
                    () -> graph.Neighbours(0),
                    () -> graph.Map(ints(0), ints()));
            for (Executable call : calls) Talk.assertFails(MPI.ERR_COMM, call, "freed");
        });
    }
}
