package org.jmpi.ibm.beyond.ccl;

import java.util.List;
import mpi.Intracomm;
import mpi.MPI;

/** Every collective operation in clones of the world, and in a clone of a clone. */
public final class Clones {
    private Clones() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm clone = (Intracomm) MPI.COMM_WORLD.clone();
        Intracomm second = (Intracomm) clone.clone();
        for (Intracomm comm : List.of(second, MPI.COMM_WORLD, clone))
            for (int count : new int[] {0, 1, 500}) AllCollectives.check(comm, count, comm.Size() / 2);
        clone.Free();
        AllCollectives.check(second, 3, 0);
        second.Free();
        MPI.Finalize();
    }
}
