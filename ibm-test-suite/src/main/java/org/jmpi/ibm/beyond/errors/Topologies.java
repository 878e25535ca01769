package org.jmpi.ibm.beyond.errors;

import mpi.Cartcomm;
import mpi.Graphcomm;
import mpi.Intracomm;
import mpi.MPI;

/** Bad arguments of the calls on grids and graphs. */
public final class Topologies {
    private Topologies() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Rows rows = new Rows();
        Intracomm world = MPI.COMM_WORLD;
        int ranks = world.Size();
        Cartcomm grid = world.Create_cart(new int[] {1, ranks}, new boolean[] {false, true}, false);
        Graphcomm graph = world.Create_graph(new int[ranks], new int[0], false);
        carts(rows, ranks);
        graphs(rows, ranks);
        dims(rows);
        grid(rows, grid);
        rows.row(MPI.ERR_RANK, "Neighbours of -1", () -> graph.Neighbours(-1))
                .row(MPI.ERR_RANK, "Neighbours of a rank too many", () -> graph.Neighbours(ranks))
                .row(MPI.ERR_ARG, "Map of a graph without edges", () -> graph.Map(new int[1], null))
                .row(
                        MPI.ERR_TOPOLOGY,
                        "Map of a graph that is too large",
                        () -> graph.Map(new int[ranks + 1], new int[0]));
        grid.Free();
        graph.Free();
        freed(rows, grid, graph);
        MPI.Finalize();
    }

    private static void carts(Rows rows, int ranks) {
        cart(rows, MPI.ERR_ARG, "null", null, new boolean[1]);
        cart(rows, MPI.ERR_ARG, "periods null", new int[] {1}, null);
        cart(rows, MPI.ERR_ARG, "periods too short", new int[] {1, 1}, new boolean[1]);
        cart(rows, MPI.ERR_DIMS, "a dimension of 0", new int[] {1, 0}, new boolean[2]);
        cart(rows, MPI.ERR_DIMS, "a negative dimension", new int[] {-1}, new boolean[1]);
        cart(rows, MPI.ERR_DIMS, "more places than an int counts", new int[] {1 << 20, 1 << 20}, new boolean[2]);
        cart(rows, MPI.ERR_TOPOLOGY, "too many places", new int[] {ranks + 1}, new boolean[1]);
    }

    private static void cart(Rows rows, int errorClass, String what, int[] dims, boolean[] periods) {
        rows.row(errorClass, "Create_cart with dims " + what, () -> MPI.COMM_WORLD.Create_cart(dims, periods, false));
    }

    private static void graphs(Rows rows, int ranks) {
        graph(rows, MPI.ERR_ARG, "index null", null, new int[0]);
        graph(rows, MPI.ERR_ARG, "edges null", new int[] {0}, null);
        graph(rows, MPI.ERR_ARG, "index decreasing", new int[] {1, 0}, new int[1]);
        graph(rows, MPI.ERR_ARG, "index negative", new int[] {-1}, new int[0]);
        graph(rows, MPI.ERR_ARG, "too few edges", new int[] {1}, new int[0]);
        graph(rows, MPI.ERR_ARG, "an edge to nowhere", new int[] {1}, new int[] {1});
        graph(rows, MPI.ERR_ARG, "a negative edge", new int[] {1}, new int[] {-1});
        graph(rows, MPI.ERR_TOPOLOGY, "too many nodes", new int[ranks + 1], new int[0]);
    }

    private static void graph(Rows rows, int errorClass, String what, int[] index, int[] edges) {
        rows.row(errorClass, "Create_graph with " + what, () -> MPI.COMM_WORLD.Create_graph(index, edges, false));
    }

    private static void dims(Rows rows) {
        rows.row(MPI.ERR_ARG, "Dims_create of null", () -> Cartcomm.Dims_create(6, null))
                .row(MPI.ERR_DIMS, "Dims_create of 0 places", () -> Cartcomm.Dims_create(0, new int[2]))
                .row(MPI.ERR_DIMS, "Dims_create of -1 places", () -> Cartcomm.Dims_create(-1, new int[2]))
                .row(MPI.ERR_DIMS, "Dims_create with -1", () -> Cartcomm.Dims_create(6, new int[] {-1, 0}))
                .row(MPI.ERR_DIMS, "Dims_create of 6 by 4", () -> Cartcomm.Dims_create(6, new int[] {4, 0}))
                .row(MPI.ERR_DIMS, "Dims_create of 6 as 2 x 2", () -> Cartcomm.Dims_create(6, new int[] {2, 2}))
                .row(MPI.ERR_DIMS, "Dims_create of no dimension", () -> Cartcomm.Dims_create(6, new int[0]));
    }

    private static void grid(Rows rows, Cartcomm grid) {
        int ranks = grid.Size();
        rows.row(MPI.ERR_ARG, "Rank of null", () -> grid.Rank(null))
                .row(MPI.ERR_ARG, "Rank of one coordinate", () -> grid.Rank(new int[1]))
                .row(MPI.ERR_ARG, "Rank before the grid", () -> grid.Rank(new int[] {-1, 0}))
                .row(MPI.ERR_ARG, "Rank behind the grid", () -> grid.Rank(new int[] {1, 0}))
                .row(MPI.ERR_RANK, "Coords of -1", () -> grid.Coords(-1))
                .row(MPI.ERR_RANK, "Coords of a rank too many", () -> grid.Coords(ranks))
                .row(MPI.ERR_DIMS, "Shift in dimension -1", () -> grid.Shift(-1, 1))
                .row(MPI.ERR_DIMS, "Shift in dimension 2 of 2", () -> grid.Shift(2, 1))
                .row(MPI.ERR_ARG, "Sub of null", () -> grid.Sub(null))
                .row(MPI.ERR_ARG, "Sub of one dimension", () -> grid.Sub(new boolean[1]))
                .row(MPI.ERR_ARG, "Map of null", () -> grid.Map(null, new boolean[1]))
                .row(MPI.ERR_DIMS, "Map of 0 places", () -> grid.Map(new int[1], new boolean[1]))
                .row(MPI.ERR_TOPOLOGY, "Map of too many places", () -> grid.Map(new int[] {ranks + 1}, new boolean[1]));
    }

    private static void freed(Rows rows, Cartcomm grid, Graphcomm graph) {
        rows.row(MPI.ERR_COMM, "Get of a freed grid", grid::Get)
                .row(MPI.ERR_COMM, "Rank in a freed grid", () -> grid.Rank(new int[2]))
                .row(MPI.ERR_COMM, "Coords in a freed grid", () -> grid.Coords(0))
                .row(MPI.ERR_COMM, "Shift in a freed grid", () -> grid.Shift(0, 1))
                .row(MPI.ERR_COMM, "Sub of a freed grid", () -> grid.Sub(new boolean[2]))
                .row(MPI.ERR_COMM, "Map of a freed grid", () -> grid.Map(new int[] {1}, new boolean[1]))
                .row(MPI.ERR_COMM, "Topo_test of a freed grid", grid::Topo_test)
                .row(MPI.ERR_COMM, "Get of a freed graph", graph::Get)
                .row(MPI.ERR_COMM, "Neighbours in a freed graph", () -> graph.Neighbours(0))
                .row(MPI.ERR_COMM, "Map of a freed graph", () -> graph.Map(new int[1], new int[0]))
                .row(MPI.ERR_COMM, "Topo_test of a freed graph", graph::Topo_test);
    }
}
