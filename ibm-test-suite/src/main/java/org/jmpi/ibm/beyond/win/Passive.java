package org.jmpi.ibm.beyond.win;

import mpi.MPI;
import mpi.Win;
import org.jmpi.ibm.Check;

/** A target that computes, and calls nothing but Sync, is reached. */
public final class Passive {
    private static final int ROUNDS = 50;

    private Passive() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int[] array = new int[2];
        Win created = Win.Create(array, 0, 2, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        reach(created, () -> array[1], () -> array[0]);
        Win allocated = Win.Allocate(8, 4, MPI.INFO_NULL, MPI.COMM_WORLD);
        reach(
                allocated,
                () -> allocated.Base().getInt(4),
                () -> allocated.Base().getInt(0));
        MPI.Finalize();
    }

    /** Looks at a number of this rank's memory. */
    private interface Look {
        int now();
    }

    private static void reach(Win win, Look end, Look sum) {
        int ranks = MPI.COMM_WORLD.Size();
        win.Lock_all(0);
        if (MPI.COMM_WORLD.Rank() > 0) {
            int[] before = new int[1];
            for (int i = 0; i < ROUNDS; i++) {
                win.Fetch_and_op(new int[] {1}, 0, before, 0, MPI.INT, 0, 0, MPI.SUM);
                win.Flush(0);
            }
            win.Accumulate(new int[] {1}, 0, 1, MPI.INT, 0, 1, 1, MPI.INT, MPI.SUM);
        } else {
            while (end.now() < ranks - 1) win.Sync();
            win.Sync();
            Check.equal(ROUNDS * (ranks - 1), sum.now(), "sum at the target");
        }
        win.Unlock_all();
        win.Free();
    }
}
