package org.jmpi.ibm.beyond.topo;

import java.util.stream.IntStream;
import mpi.CartParms;
import mpi.Cartcomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** Sub with every combination of dimensions: places, periods and ranks are those of the dimensions that remain. */
public final class Subs {
    private Subs() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(4);
        int ranks = MPI.COMM_WORLD.Size();
        int[] dims = new int[3];
        Cartcomm.Dims_create(ranks, dims);
        Cartcomm grid = MPI.COMM_WORLD.Create_cart(dims, new boolean[] {true, false, true}, false);
        for (int choice = 0; choice < 8; choice++)
            check(grid, new boolean[] {(choice & 1) != 0, (choice & 2) != 0, (choice & 4) != 0});
        grid.Free();
        MPI.Finalize();
    }

    private static void check(Cartcomm grid, boolean[] remain) {
        CartParms all = grid.Get();
        int[] kept = IntStream.range(0, 3).filter(i -> remain[i]).toArray();
        Cartcomm part = grid.Sub(remain);
        CartParms parms = part.Get();
        Check.equal(IntStream.of(kept).map(i -> all.dims[i]).toArray(), parms.dims, "dimensions");
        Check.equal(IntStream.of(kept).map(i -> all.coords[i]).toArray(), parms.coords, "coordinates");
        for (int i = 0; i < kept.length; i++) Check.equal(all.periods[kept[i]], parms.periods[i], "period " + i);
        Check.equal(IntStream.of(parms.dims).reduce(1, (a, b) -> a * b), part.Size(), "ranks");
        Check.equal(part.Rank(), part.Rank(parms.coords), "rank at the own place");
        int[] places = new int[3 * part.Size()];
        part.Allgather(all.coords, 0, 3, MPI.INT, places, 0, 3, MPI.INT);
        for (int rank = 0; rank < part.Size(); rank++)
            for (int i = 0; i < 3; i++)
                if (!remain[i]) Check.equal(all.coords[i], places[3 * rank + i], "coordinate that all ranks share");
        part.Free();
    }
}
