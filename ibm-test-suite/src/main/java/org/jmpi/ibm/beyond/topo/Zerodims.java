package org.jmpi.ibm.beyond.topo;

import mpi.Cartcomm;
import mpi.MPI;
import mpi.ShiftParms;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.beyond.ccl.AllCollectives;

/** Grids without dimensions and grids of one rank: the first rank has a place, and is its own neighbour if at all. */
public final class Zerodims {
    private Zerodims() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Cartcomm point = MPI.COMM_WORLD.Create_cart(new int[0], new boolean[0], false);
        Check.equal(MPI.COMM_WORLD.Rank() == 0, point != null, "the first rank is the only one in a point");
        if (point != null) {
            Check.equal(1, point.Size(), "ranks of a point");
            Check.equal(0, point.Get().dims.length, "dimensions of a point");
            Check.equal(0, point.Rank(new int[0]), "rank at a point");
            Check.equal(0, point.Coords(0).length, "coordinates of a point");
            Check.fails(MPI.ERR_DIMS, () -> point.Shift(0, 1), "Shift in a point");
            Cartcomm sub = point.Sub(new boolean[0]);
            Check.equal(1, sub.Size(), "ranks of a part of a point");
            sub.Free();
            point.Free();
        }
        Cartcomm one = MPI.COMM_WORLD.Create_cart(new int[] {1, 1}, new boolean[] {true, false}, false);
        if (one == null) Check.isTrue(MPI.COMM_WORLD.Rank() > 0, "the first rank has a place");
        else alone(one);
        int[] none = {};
        Cartcomm.Dims_create(1, none);
        MPI.Finalize();
    }

    private static void alone(Cartcomm one) {
        Check.equal(MPI.CART, one.Topo_test(), "kind of topology");
        Check.equal(new int[2], one.Get().coords, "coordinates");
        for (int disp = -2; disp <= 2; disp++) {
            ShiftParms ring = one.Shift(0, disp);
            Check.equal(0, ring.rank_source, "source in a ring of one");
            Check.equal(0, ring.rank_dest, "destination in a ring of one");
            ShiftParms line = one.Shift(1, disp);
            Check.equal(disp == 0 ? 0 : MPI.PROC_NULL, line.rank_source, "source in a line of one");
            Check.equal(disp == 0 ? 0 : MPI.PROC_NULL, line.rank_dest, "destination in a line of one");
        }
        AllCollectives.check(one, 3, 0);
        one.Free();
    }
}
