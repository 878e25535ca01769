package org.jmpi.ibm.beyond.comm;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.beyond.ccl.AllCollectives;

/** Halves of halves, down to single ranks: each level works while the ones above it are there. */
public final class Nested {
    private static final int TAG = 1;

    private Nested() {}

    public static void main(String[] args) {
        MPI.Init(args);
        halve(MPI.COMM_WORLD);
        MPI.Finalize();
    }

    private static void halve(Intracomm comm) {
        AllCollectives.check(comm, 5, comm.Size() - 1);
        int me = comm.Rank();
        int ranks = comm.Size();
        if (ranks > 1) {
            Intracomm half = comm.Split(2 * me / ranks, me);
            halve(half);
            half.Free();
        }
        int[] number = {me};
        comm.Sendrecv_replace(number, 0, 1, MPI.INT, (me + 1) % ranks, TAG, (me + ranks - 1) % ranks, TAG);
        Check.equal((me + ranks - 1) % ranks, number[0], "number from the left");
    }
}
