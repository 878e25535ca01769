package org.jmpi.ibm.beyond.ccl;

import mpi.MPI;

/** Every collective operation of nothing: arrays stay as they are. */
public final class Empty {
    private Empty() {}

    public static void main(String[] args) {
        MPI.Init(args);
        for (int root = 0; root < MPI.COMM_WORLD.Size(); root++) AllCollectives.check(MPI.COMM_WORLD, 0, root);
        Form gaps = Form.gaps();
        new AllCollectives(MPI.COMM_WORLD, gaps, gaps).check(0, 0);
        gaps.type().free();
        MPI.Finalize();
    }
}
