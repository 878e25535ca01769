package org.jmpi.ibm.beyond.ccl;

import mpi.Intracomm;
import mpi.MPI;

/** Every collective operation in parts of the world: odd and even ranks, backwards, unequal parts, single ranks. */
public final class Parts {
    private Parts() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        check(me % 2, me);
        check(0, -me);
        check(me == 0 ? 0 : 1, me);
        check(me < 3 ? 0 : 1, me % 2);
        check(me, 0);
        MPI.Finalize();
    }

    private static void check(int colour, int key) {
        Intracomm part = MPI.COMM_WORLD.Split(colour, key);
        for (int count : new int[] {1, 300})
            for (int root = 0; root < part.Size(); root++) AllCollectives.check(part, count, root);
        part.Free();
    }
}
