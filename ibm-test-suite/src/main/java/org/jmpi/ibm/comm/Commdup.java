package org.jmpi.ibm.comm;

import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/** Clones of the world, then clones of clones: all are there at once, and can be used. */
public final class Commdup {
    private static final int CLONES = 20;

    private Commdup() {}

    public static void main(String[] args) {
        MPI.Init(args);
        List<Intracomm> clones = new ArrayList<>();
        for (int i = 0; i < CLONES; i++) clones.add((Intracomm) MPI.COMM_WORLD.clone());
        Intracomm last = MPI.COMM_WORLD;
        for (int i = 0; i < CLONES; i++) {
            last = (Intracomm) last.clone();
            clones.add(last);
        }
        for (Intracomm clone : clones) check(clone);
        for (Intracomm clone : clones) clone.Free();
        MPI.Finalize();
    }

    private static void check(Intracomm clone) {
        Check.equal(MPI.CONGRUENT, Comm.Compare(MPI.COMM_WORLD, clone), "the world and its clone");
        int ranks = clone.Size();
        int[] sum = new int[1];
        clone.Allreduce(new int[] {clone.Rank()}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        Check.equal(ranks * (ranks - 1) / 2, sum[0], "sum of ranks in a clone");
    }
}
