package org.jmpi.ibm.pt2pt;

import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;

/** To wait for the void request is to return at once. */
public final class Waitnull {
    private Waitnull() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Status status = MPI.REQUEST_NULL.Wait();
        Check.equal(MPI.ANY_SOURCE, status.source, "source");
        Check.equal(MPI.ANY_TAG, status.tag, "tag");
        Check.equal(0, status.Get_count(MPI.INT), "count");
        Check.isTrue(MPI.REQUEST_NULL.Is_null(), "MPI.REQUEST_NULL is void");
        MPI.Finalize();
    }
}
