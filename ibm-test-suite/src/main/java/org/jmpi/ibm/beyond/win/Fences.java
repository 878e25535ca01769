package org.jmpi.ibm.beyond.win;

import mpi.MPI;
import mpi.Win;
import org.jmpi.ibm.Check;

/** Every rank puts to all, accumulates at all and gets from all, between fences, in memory of each kind. */
public final class Fences {
    private static final int ROUNDS = 30;

    private Fences() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int ranks = MPI.COMM_WORLD.Size();
        long[] own = new long[ranks + 1];
        over(Win.Create(own, 0, ranks + 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD));
        over(Win.Allocate(8 * (ranks + 1), 8, MPI.INFO_NULL, MPI.COMM_WORLD));
        MPI.Finalize();
    }

    private static void over(Win win) {
        int me = MPI.COMM_WORLD.Rank();
        int ranks = MPI.COMM_WORLD.Size();
        long[] read = new long[ranks + 1];
        win.Fence(MPI.MODE_NOPRECEDE);
        for (int round = 1; round <= ROUNDS; round++) {
            for (int rank = 0; rank < ranks; rank++) {
                win.Put(new long[] {1000L * round + 10 * me + rank}, 0, 1, MPI.LONG, rank, me, 1, MPI.LONG);
                win.Accumulate(new long[] {me + 1}, 0, 1, MPI.LONG, rank, ranks, 1, MPI.LONG, MPI.SUM);
            }
            win.Fence(0);
            int next = (me + 1) % ranks;
            win.Get(read, 0, ranks + 1, MPI.LONG, next, 0, ranks + 1, MPI.LONG);
            win.Fence(0);
            for (int rank = 0; rank < ranks; rank++)
                Check.equal(1000L * round + 10 * rank + next, read[rank], "put of rank " + rank + " at " + next);
            Check.equal((long) round * ranks * (ranks + 1) / 2, read[ranks], "sum at " + next);
        }
        win.Fence(MPI.MODE_NOSUCCEED);
        win.Free();
    }
}
