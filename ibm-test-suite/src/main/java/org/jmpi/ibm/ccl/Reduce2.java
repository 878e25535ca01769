package org.jmpi.ibm.ccl;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/** Reduce: the product of all vectors comes to one rank. */
public final class Reduce2 {
    private Reduce2() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        Reduce.run(Items.INTS, MPI.PROD, 10_000, Reduce2::power);
        MPI.Finalize();
    }

    /** Returns a power as a product of ints gives it, overflow included. */
    private static int power(int base, int exponent) {
        int power = 1;
        for (int i = 0; i < exponent; i++) power *= base;
        return power;
    }
}
