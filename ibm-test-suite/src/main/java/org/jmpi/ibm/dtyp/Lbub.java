package org.jmpi.ibm.dtyp;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/** Bounds of structs, in elements: those of the data, unless the struct marks others. */
public final class Lbub {
    private Lbub() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS);
        MPI.Finalize();
    }

    public static void run(Items items) {
        Ranks.exactly(1);
        Bounds bounds = new Bounds(items);
        bounds.check(97, 0, 97, bounds.fours(1, 0), bounds.upper(97));
        bounds.check(98, 0, 98, bounds.fours(1, 0), bounds.item(97));
        bounds.check(91, 3, 94, bounds.fours(1, 0), bounds.lower(3), bounds.upper(94));
        bounds.check(99, -3, 96, bounds.fours(2, 0), bounds.lower(-3), bounds.upper(96));
        bounds.check(89, -3, 86, bounds.fours(2, 2), bounds.lower(-3), bounds.upper(86));
        bounds.free();
    }
}
