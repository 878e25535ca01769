package org.jmpi.ibm.beyond.errors;

import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import org.jmpi.ibm.Check;

/**
 * Collective calls whose operators or roots differ: a rank that meets the message of another call fails, and the
 * communicator stays usable. By messages as by shared memory, which ranks of one host take after some operations.
 */
public final class Mismatches {
    private static final int BEFORE_SHARED_MEMORY = 5;

    private Mismatches() {}

    public static void main(String[] args) {
        MPI.Init(args);
        for (int round = 0; round < 2; round++) {
            for (int count : new int[] {1, 7, 100_000}) operators(count);
            // Rank 3 awaits the data of rank 2 with either root.
            if (MPI.COMM_WORLD.Size() == 4) roots(MPI.COMM_WORLD.Rank() == 3 ? 2 : 0);
            for (int i = 0; i < BEFORE_SHARED_MEMORY; i++) Rows.checkUsable("calls that differ");
        }
        MPI.Finalize();
    }

    private static void operators(int count) {
        int me = MPI.COMM_WORLD.Rank();
        Op op = me == 0 ? MPI.SUM : MPI.MAX;
        int[] sent = new int[count];
        int failure = failure(() -> MPI.COMM_WORLD.Allreduce(sent, 0, new int[count], 0, count, MPI.INT, op));
        // Of the others some may meet no message of rank 0.
        Check.isTrue(
                failure == MPI.ERR_OP || me != 0 && failure == MPI.SUCCESS, "Allreduce of " + count + ": " + failure);
        Rows.checkUsable("operators that differ");
    }

    private static void roots(int root) {
        int[] data = new int[3];
        int failure = failure(() -> MPI.COMM_WORLD.Bcast(data, 0, 3, MPI.INT, root));
        if (MPI.COMM_WORLD.Rank() == 3) Check.equal(MPI.ERR_ROOT, failure, "Bcast with another root");
        else Check.isTrue(failure == MPI.SUCCESS || failure == MPI.ERR_ROOT, "Bcast of the others: " + failure);
        Rows.checkUsable("roots that differ");
    }

    /** Returns the class of a call's failure, or SUCCESS. */
    private static int failure(Runnable call) {
        try {
            call.run();
            return MPI.SUCCESS;
        } catch (MPIException e) {
            return e.Get_error_class();
        }
    }
}
