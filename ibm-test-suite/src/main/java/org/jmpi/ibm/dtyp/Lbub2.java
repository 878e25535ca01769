package org.jmpi.ibm.dtyp;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/** Bounds of structs whose data do not start at 0. */
public final class Lbub2 {
    private Lbub2() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS);
        MPI.Finalize();
    }

    public static void run(Items items) {
        Ranks.exactly(1);
        Bounds bounds = new Bounds(items);
        bounds.check(100, 0, 100, bounds.fours(1, 3), bounds.upper(100), bounds.lower(0));
        bounds.check(33, 65, 98, bounds.fours(1, 65), bounds.item(97));
        bounds.check(91, 3, 94, bounds.fours(1, 32), bounds.lower(3), bounds.upper(94));
        bounds.check(99, -3, 96, bounds.fours(2, 13), bounds.lower(-3), bounds.upper(96));
        bounds.check(89, -3, 86, bounds.fours(2, 5), bounds.lower(-3), bounds.upper(86));
        bounds.free();
    }
}
