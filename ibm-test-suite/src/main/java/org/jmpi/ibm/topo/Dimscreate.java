package org.jmpi.ibm.topo;

import mpi.Cartcomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/** Lengths of a grid's dimensions for six places: as equal as can be, the longest first, given ones kept. */
public final class Dimscreate {
    private Dimscreate() {}

    public static void main(String[] args) {
        MPI.Init(args);
        check(new int[] {3, 2}, 0, 0);
        check(new int[] {2, 3}, 2, 0);
        check(new int[] {3, 2, 1}, 0, 0, 0);
        Check.fails(MPI.ERR_DIMS, () -> Cartcomm.Dims_create(6, new int[] {4, 0}), "six places in rows of four");
        MPI.Finalize();
    }

    private static void check(int[] expected, int... dims) {
        Cartcomm.Dims_create(6, dims);
        Check.equal(expected, dims, "dimensions");
    }
}
