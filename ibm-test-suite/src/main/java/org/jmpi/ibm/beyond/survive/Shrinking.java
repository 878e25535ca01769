package org.jmpi.ibm.beyond.survive;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.jmpi.ibm.Check;

/** The last rank ends without a word. The others revoke the communicator, shrink it, agree, and go on. */
public final class Shrinking {
    private static final int VALUES = 1000;

    private Shrinking() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        Intracomm all = (Intracomm) MPI.COMM_WORLD.clone();
        sum(all);
        if (rank == size - 1) throw new IllegalStateException("the last rank ends");
        try {
            while (true) sum(all);
        } catch (MPIException e) {
            int failure = e.Get_error_class();
            Check.isTrue(failure == MPI.ERR_PROC_FAILED || failure == MPI.ERR_REVOKED, "class of " + e.getMessage());
        }
        all.Revoke();
        Check.isTrue(all.Is_revoked(), "revoked");
        Check.fails(MPI.ERR_REVOKED, () -> sum(all), "Allreduce of a revoked communicator");
        Intracomm survivors = all.Shrink();
        Check.equal(size - 1, survivors.Size(), "size after Shrink");
        Check.equal(rank, survivors.Rank(), "rank after Shrink");
        Check.equal(1, all.Get_failed().Size(), "failed ranks");
        int[] flag = {~(1 << rank)};
        survivors.Agree(flag);
        int left = -1;
        for (int each = 0; each < size - 1; each++) left &= ~(1 << each);
        Check.equal(left, flag[0], "flag of all");
        for (int i = 0; i < 10; i++) sum(survivors);
        MPI.Finalize();
    }

    private static void sum(Intracomm comm) {
        int[] own = new int[VALUES];
        int[] sums = new int[VALUES];
        for (int i = 0; i < VALUES; i++) own[i] = i + comm.Rank();
        comm.Allreduce(own, 0, sums, 0, VALUES, MPI.INT, MPI.SUM);
        int size = comm.Size();
        for (int i = 0; i < VALUES; i++) Check.equal(size * i + size * (size - 1) / 2, sums[i], "sum " + i);
    }
}
