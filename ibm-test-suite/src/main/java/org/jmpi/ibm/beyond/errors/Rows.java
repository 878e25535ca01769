package org.jmpi.ibm.beyond.errors;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/**
 * A table of calls that have one bad argument each: every one fails with its error class, at all ranks, and leaves the
 * communicator usable.
 */
final class Rows {
    private static final int TAG = 17;

    /** Calls and checks what a row of the table says. */
    Rows row(int errorClass, String what, Runnable call) {
        Check.fails(errorClass, call, what);
        checkUsable(what);
        return this;
    }

    /** Checks a message to the next rank, and what all ranks have in common. */
    static void checkUsable(String after) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int ranks = world.Size();
        int[] number = {me};
        int left = (me + ranks - 1) % ranks;
        world.Sendrecv_replace(number, 0, 1, MPI.INT, (me + 1) % ranks, TAG, left, TAG);
        Check.equal(left, number[0], "message after " + after);
        int[] sum = new int[1];
        world.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        Check.equal(ranks, sum[0], "sum over all ranks after " + after);
    }

    /** Returns a communicator of all ranks that has been freed. */
    static Intracomm freed() {
        Intracomm comm = (Intracomm) MPI.COMM_WORLD.clone();
        comm.Free();
        return comm;
    }

    /** Returns the calling rank alone. */
    static Intracomm self() {
        return MPI.COMM_SELF;
    }
}
