package org.jmpi.ibm.beyond.topo;

import java.util.Arrays;
import mpi.Cartcomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/** Dims_create for primes, powers, given dimensions and large numbers: balanced, in non-increasing order. */
public final class Dims {
    private Dims() {}

    public static void main(String[] args) {
        MPI.Init(args);
        check(1, new int[3], 1, 1, 1);
        check(2, new int[2], 2, 1);
        check(7, new int[2], 7, 1);
        check(7, new int[3], 7, 1, 1);
        check(7919, new int[2], 7919, 1);
        check(64, new int[3], 4, 4, 4);
        check(64, new int[2], 8, 8);
        check(12, new int[2], 4, 3);
        check(24, new int[3], 4, 3, 2);
        check(36, new int[2], 6, 6);
        check(30, new int[3], 5, 3, 2);
        check(1_000_000, new int[2], 1000, 1000);
        check(Integer.MAX_VALUE, new int[2], Integer.MAX_VALUE, 1);
        check(6, new int[] {0, 3}, 2, 3);
        check(6, new int[] {0, 3, 0}, 2, 3, 1);
        check(7, new int[] {7, 0, 0}, 7, 1, 1);
        check(24, new int[] {0, 2, 0}, 4, 2, 3);
        check(6, new int[] {2, 3}, 2, 3);
        check(1, new int[] {1}, 1);
        MPI.Finalize();
    }

    private static void check(int nodes, int[] dims, int... expected) {
        String what = "dimensions of " + nodes + " as " + Arrays.toString(dims);
        Cartcomm.Dims_create(nodes, dims);
        Check.equal(expected, dims, what);
    }
}
