package org.jmpi.ibm.beyond.topo;

import mpi.Cartcomm;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;
import org.jmpi.ibm.beyond.ccl.AllCollectives;

/**
 * Clones of grids keep their topology, parts and plain communicators have none, and ranks beyond a grid have nothing.
 */
public final class Clones {
    private Clones() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(4);
        Intracomm world = MPI.COMM_WORLD;
        Check.equal(MPI.UNDEFINED, world.Topo_test(), "topology of the world");
        Cartcomm grid = world.Create_cart(new int[] {2, 2}, new boolean[] {true, false}, false);
        Check.equal(world.Rank() < 4, grid != null, "ranks of the grid have a communicator");
        if (grid == null) {
            Check.equal(null, world.Split(MPI.UNDEFINED, 0), "communicator of nobody");
        } else {
            Cartcomm clone = (Cartcomm) grid.clone();
            Check.equal(null, world.Split(MPI.UNDEFINED, 0), "communicator of nobody");
            Check.equal(MPI.CART, clone.Topo_test(), "topology of a clone");
            Check.equal(MPI.CONGRUENT, Comm.Compare(grid, clone), "comparison with a clone");
            Check.equal(grid.Get().dims, clone.Get().dims, "dimensions of a clone");
            Check.equal(grid.Get().periods, clone.Get().periods, "periods of a clone");
            Check.equal(grid.Get().coords, clone.Get().coords, "coordinates in a clone");
            Intracomm part = clone.Split(0, 0);
            Check.equal(MPI.UNDEFINED, part.Topo_test(), "topology of a part");
            for (int rank = 0; rank < 4; rank++) Check.equal(rank, clone.Rank(clone.Coords(rank)), "rank at its place");
            AllCollectives.check(clone, 3, 3);
            part.Free();
            clone.Free();
            grid.Free();
        }
        MPI.Finalize();
    }
}
