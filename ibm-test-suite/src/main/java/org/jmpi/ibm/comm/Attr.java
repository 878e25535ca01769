package org.jmpi.ibm.comm;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;

/** The attributes of the world: the largest tag, which may be used, the host, and who can do input and output. */
public final class Attr {
    private static final int LEAST_TAG_UB = 32_767;

    private Attr() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int largest = world.Attr_get(MPI.TAG_UB);
        Check.isTrue(largest >= LEAST_TAG_UB, "largest tag " + largest + " is at least " + LEAST_TAG_UB);
        Status status =
                world.Sendrecv(new int[] {me}, 0, 1, MPI.INT, me, largest, new int[1], 0, 1, MPI.INT, me, largest);
        Check.equal(largest, status.tag, "tag of a message with the largest tag");
        int host = world.Attr_get(MPI.HOST);
        Check.isTrue(
                host == MPI.PROC_NULL || host >= 0 && host < world.Size(), "host " + host + " is a rank or PROC_NULL");
        Check.equal(MPI.ANY_SOURCE, world.Attr_get(MPI.IO), "rank that does input and output");
        Check.fails(MPI.ERR_ARG, () -> world.Attr_put(MPI.TAG_UB, 1), "Attr_put of the largest tag");
        MPI.Finalize();
    }
}
