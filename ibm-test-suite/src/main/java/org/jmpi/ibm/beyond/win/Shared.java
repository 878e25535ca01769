package org.jmpi.ibm.beyond.win;

import mpi.MPI;
import mpi.MPIException;
import mpi.SharedParms;
import mpi.Win;
import org.jmpi.ibm.Check;

/** Ranks that share memory load from and store to that of the others; all of them, or none, get such a window. */
public final class Shared {
    private Shared() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        int ranks = MPI.COMM_WORLD.Size();
        Win win = null;
        int[] made = {1};
        try {
            win = Win.Allocate_shared(8L * ranks, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
        } catch (MPIException e) {
            Check.equal(MPI.ERR_RMA_SHARED, e.Get_error_class(), "class of " + e.getMessage());
            made[0] = 0;
        }
        int[] all = new int[1];
        MPI.COMM_WORLD.Allreduce(made, 0, all, 0, 1, MPI.INT, MPI.SUM);
        Check.isTrue(all[0] == 0 || all[0] == ranks, all[0] + " ranks have a window");
        if (win != null) store(win, me, ranks);
        MPI.Finalize();
    }

    private static void store(Win win, int me, int ranks) {
        win.Lock_all(0);
        for (int rank = 0; rank < ranks; rank++) {
            SharedParms parms = win.Shared_query(rank);
            Check.equal(8L * ranks, parms.size, "size at " + rank);
            Check.equal(8, parms.disp_unit, "displacement unit at " + rank);
            parms.base.putLong(8 * me, 100 * me + rank);
        }
        win.Sync();
        MPI.COMM_WORLD.Barrier();
        win.Sync();
        for (int rank = 0; rank < ranks; rank++)
            Check.equal(100L * rank + me, win.Base().getLong(8 * rank), "long of rank " + rank);
        win.Unlock_all();
        win.Free();
    }
}
