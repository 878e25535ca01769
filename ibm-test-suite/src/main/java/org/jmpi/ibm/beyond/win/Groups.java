package org.jmpi.ibm.beyond.win;

import mpi.Group;
import mpi.MPI;
import mpi.Win;
import org.jmpi.ibm.Check;

/** Each rank of a ring is exposed to the one before it, and accesses the one after it; ends by Wait or by Test. */
public final class Groups {
    private static final int ROUNDS = 200;

    private Groups() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        int ranks = MPI.COMM_WORLD.Size();
        int after = (me + 1) % ranks;
        int before = (me + ranks - 1) % ranks;
        Group world = MPI.COMM_WORLD.Group();
        Group origins = world.Incl(new int[] {before});
        Group targets = world.Incl(new int[] {after});
        int[] own = new int[3];
        Win win = Win.Create(own, 1, 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        for (int round = 0; round < ROUNDS; round++) {
            win.Post(origins, 0);
            win.Start(targets, 0);
            win.Put(new int[] {100 * me + round}, 0, 1, MPI.INT, after, 0, 1, MPI.INT);
            win.Complete();
            if (round % 3 > 0) win.Wait();
            else while (!win.Test()) Thread.onSpinWait();
            Check.equal(new int[] {0, 100 * before + round, 0}, own, "memory after round " + round);
        }
        win.Free();
        MPI.Finalize();
    }
}
