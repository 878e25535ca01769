package org.jmpi.ibm.beyond.pt2pt;

import java.util.List;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import org.jmpi.ibm.Check;

/** Arrays of requests all of which are void, or that are empty: every call returns at once. */
public final class Nullarrays {
    private Nullarrays() {}

    public static void main(String[] args) {
        MPI.Init(args);
        check(new Request[0]);
        check(new Request[3]);
        check(new Request[] {MPI.REQUEST_NULL, null, MPI.REQUEST_NULL});
        Request done = MPI.COMM_WORLD.Isend(new int[1], 0, 1, MPI.INT, MPI.PROC_NULL, 0);
        done.Wait();
        check(new Request[] {null, done});
        Prequest inactive = MPI.COMM_WORLD.Send_init(new int[1], 0, 1, MPI.INT, MPI.PROC_NULL, 0);
        check(new Request[] {inactive, MPI.REQUEST_NULL});
        inactive.Free();
        check(new Request[] {inactive});
        MPI.Finalize();
    }

    private static void check(Request[] requests) {
        Check.equal(MPI.UNDEFINED, Request.Waitany(requests).index, "index of Waitany");
        Check.equal(MPI.UNDEFINED, Request.Testany(requests).index, "index of Testany");
        Check.equal(0, Request.Waitsome(requests).length, "statuses of Waitsome");
        Check.equal(0, Request.Testsome(requests).length, "statuses of Testsome");
        for (Status[] statuses : List.of(Request.Waitall(requests), Request.Testall(requests))) {
            Check.equal(requests.length, statuses.length, "statuses of all");
            for (Status status : statuses) empty(status);
        }
    }

    private static void empty(Status status) {
        Check.equal(MPI.ANY_SOURCE, status.source, "source of an empty status");
        Check.equal(MPI.ANY_TAG, status.tag, "tag of an empty status");
        Check.equal(0, status.Get_count(MPI.INT), "count of an empty status");
        Check.isTrue(!status.Test_cancelled(), "an empty status is not that of a cancelled request");
    }
}
