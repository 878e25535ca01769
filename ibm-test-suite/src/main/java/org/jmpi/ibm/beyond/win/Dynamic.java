package org.jmpi.ibm.beyond.win;

import java.util.Arrays;
import mpi.MPI;
import mpi.Win;
import org.jmpi.ibm.Check;

/** Ranks attach arrays, put to those of the others, and detach them again. */
public final class Dynamic {
    private static final int ARRAYS = 10;
    private static final int LENGTH = 7;

    private Dynamic() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        int ranks = MPI.COMM_WORLD.Size();
        Win win = Win.Create_dynamic(MPI.INFO_NULL, MPI.COMM_WORLD);
        int[][] arrays = new int[ARRAYS][LENGTH];
        long[] own = new long[ARRAYS];
        for (int i = 0; i < ARRAYS; i++) own[i] = win.Attach(arrays[i], 1, LENGTH - 2);
        long[] all = new long[ARRAYS * ranks];
        MPI.COMM_WORLD.Allgather(own, 0, ARRAYS, MPI.LONG, all, 0, ARRAYS, MPI.LONG);
        win.Lock_all(0);
        for (int rank = 0; rank < ranks; rank++)
            for (int i = 0; i < ARRAYS; i++)
                win.Accumulate(
                        new int[] {me + i, 1}, 0, 2, MPI.INT, rank, all[rank * ARRAYS + i] + 2, 2, MPI.INT, MPI.SUM);
        win.Unlock_all();
        MPI.COMM_WORLD.Barrier();
        for (int i = 0; i < ARRAYS; i++) {
            int[] expected = new int[LENGTH];
            expected[3] = ranks * (ranks - 1) / 2 + ranks * i;
            expected[4] = ranks;
            Check.equal(expected, arrays[i], "array " + i);
        }
        for (int i = 0; i < ARRAYS; i += 2) win.Detach(arrays[i]);
        MPI.COMM_WORLD.Barrier();
        int next = (me + 1) % ranks;
        win.Lock(MPI.LOCK_SHARED, next, 0);
        win.Put(new int[] {5}, 0, 1, MPI.INT, next, all[next * ARRAYS + 1], 1, MPI.INT);
        win.Unlock(next);
        MPI.COMM_WORLD.Barrier();
        Check.equal(5, arrays[1][1], "array that is still attached");
        Check.fails(MPI.ERR_RMA_ATTACH, () -> win.Detach(arrays[0]), "Detach of what is not attached");
        Check.equal(0, Arrays.stream(arrays[0]).limit(3).sum(), "guard");
        win.Free();
        MPI.Finalize();
    }
}
