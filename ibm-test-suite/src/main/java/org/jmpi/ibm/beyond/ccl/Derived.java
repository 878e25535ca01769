package org.jmpi.ibm.beyond.ccl;

import mpi.MPI;

/** Every collective operation of items with gaps, also where one side has gaps and the other one has none. */
public final class Derived {
    private Derived() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Form gaps = Form.gaps();
        for (int count : new int[] {1, 5, 2000}) {
            int root = count % MPI.COMM_WORLD.Size();
            new AllCollectives(MPI.COMM_WORLD, gaps, gaps).check(count, root);
            new AllCollectives(MPI.COMM_WORLD, gaps, Form.INTS).check(count, root);
            new AllCollectives(MPI.COMM_WORLD, Form.INTS, gaps).check(count, root);
        }
        gaps.type().free();
        MPI.Finalize();
    }
}
