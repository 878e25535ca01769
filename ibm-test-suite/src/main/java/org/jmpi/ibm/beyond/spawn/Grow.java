package org.jmpi.ibm.beyond.spawn;

import mpi.Comm;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/** A job grows by two processes and shrinks again, three times; all exchange messages with all. */
public final class Grow {
    private static final int MORE = 2;
    private static final int ROUNDS = 3;

    private Grow() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intercomm parents = Comm.Get_parent();
        if (parents != null) {
            exchange(parents, true);
        } else {
            for (int round = 0; round < ROUNDS; round++) {
                int[] codes = new int[MORE];
                Intercomm both = MPI.COMM_WORLD.Spawn(Grow.class.getName(), null, MORE, MPI.INFO_NULL, 0, codes);
                for (int code : codes) Check.equal(MPI.SUCCESS, code, "error code of a process");
                Check.equal(MORE, both.Remote_size(), "remote size");
                exchange(both, false);
            }
        }
        MPI.Finalize();
    }

    private static void exchange(Intercomm both, boolean isNew) {
        Intracomm all = both.Merge(isNew);
        int size = all.Size();
        int rank = all.Rank();
        Check.equal(isNew, rank >= size - MORE, "new processes come last");
        int[] own = new int[size];
        int[] others = new int[size];
        for (int i = 0; i < size; i++) own[i] = 100 * rank + i;
        all.Alltoall(own, 0, 1, MPI.INT, others, 0, 1, MPI.INT);
        for (int i = 0; i < size; i++) Check.equal(100 * i + rank, others[i], "number of a process");
        all.Disconnect();
        both.Disconnect();
        Check.equal(null, Comm.Get_parent(), "parents after Disconnect");
    }
}
