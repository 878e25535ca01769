import mpi.*;

/** Ranks on a grid, and on a graph. */
public class Topologies {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        grid(MPI.COMM_WORLD);
        graph(MPI.COMM_WORLD);
        MPI.Finalize();
    }

    static void grid(Intracomm world) throws MPIException {
        int[] dims = {0, 0};
        boolean[] periods = {true, false};
        Cartcomm.Dims_create(world.Size(), dims);
        Cartcomm grid = world.Create_cart(dims, periods, false);
        CartParms parms = grid.Get();
        System.out.println(parms.dims[0] + " " + parms.periods[0] + " " + parms.coords[0]);
        int[] coords = grid.Coords(grid.Rank());
        int rank = grid.Rank(coords);
        ShiftParms shift = grid.Shift(0, 1);
        int[] token = {rank};
        grid.Sendrecv_replace(token, 0, 1, MPI.INT, shift.rank_dest, 1, shift.rank_source, 1);
        Cartcomm row = grid.Sub(new boolean[] {false, true});
        if (grid.Topo_test() != MPI.CART || grid.Map(dims, periods) == MPI.UNDEFINED) row.Barrier();
        Cartcomm copy = (Cartcomm) grid.clone();
        CartParms filled = new CartParms();
        filled.dims = dims;
        ShiftParms none = new ShiftParms();
        none.rank_source = none.rank_dest = MPI.PROC_NULL;
    }

    static void graph(Intracomm world) throws MPIException {
        int n = world.Size();
        int[] index = new int[n], edges = new int[n];
        for (int i = 0; i < n; i++) {
            index[i] = i + 1;
            edges[i] = (i + 1) % n;
        }
        Graphcomm ring = world.Create_graph(index, edges, true);
        GraphParms parms = ring.Get();
        System.out.println(parms.index.length + " " + parms.edges.length);
        int[] neighbours = ring.Neighbours(ring.Rank());
        if (ring.Topo_test() != MPI.GRAPH || ring.Map(index, edges) < 0) ring = (Graphcomm) ring.clone();
        GraphParms copy = new GraphParms();
        copy.edges = neighbours;
    }
}
