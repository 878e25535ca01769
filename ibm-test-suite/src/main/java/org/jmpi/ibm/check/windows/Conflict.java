package org.jmpi.ibm.check.windows;

import mpi.MPI;
import mpi.Win;

/** A rank writes an element, and reads it without a flush in between; a later epoch does it right. */
public final class Conflict {
    private Conflict() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Win win = Win.Create(new int[8], 0, 8, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        if (MPI.COMM_WORLD.Rank() == 0) {
            win.Lock(MPI.LOCK_SHARED, 1, 0);
            win.Put(new int[3], 0, 3, MPI.INT, 1, 2, 3, MPI.INT);
            win.Get(new int[1], 0, 1, MPI.INT, 1, 4, 1, MPI.INT);
            win.Unlock(1);
            win.Lock(MPI.LOCK_SHARED, 1, 0);
            win.Put(new int[3], 0, 3, MPI.INT, 1, 2, 3, MPI.INT);
            win.Flush(1);
            win.Get(new int[1], 0, 1, MPI.INT, 1, 4, 1, MPI.INT);
            win.Unlock(1);
        }
        win.Free();
        MPI.Finalize();
    }
}
