package org.jmpi.ibm.beyond.errors;

import java.util.List;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Check;

/** Bad arguments of the calls on requests. */
public final class Requests {
    private static final int TAG = 1;

    private Requests() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Rows rows = new Rows();
        Request done = MPI.COMM_WORLD.Isend(new int[1], 0, 1, MPI.INT, MPI.PROC_NULL, TAG);
        done.Wait();
        for (Request bad : List.of(done, MPI.REQUEST_NULL))
            rows.row(MPI.ERR_REQUEST, "Cancel of a void request", bad::Cancel)
                    .row(MPI.ERR_REQUEST, "Free of a void request", bad::Free);
        rows.row(MPI.ERR_REQUEST, "Waitall of null", () -> Request.Waitall(null))
                .row(MPI.ERR_REQUEST, "Testall of null", () -> Request.Testall(null))
                .row(MPI.ERR_REQUEST, "Waitany of null", () -> Request.Waitany(null))
                .row(MPI.ERR_REQUEST, "Testany of null", () -> Request.Testany(null))
                .row(MPI.ERR_REQUEST, "Waitsome of null", () -> Request.Waitsome(null))
                .row(MPI.ERR_REQUEST, "Testsome of null", () -> Request.Testsome(null));
        oneFails(rows);
        MPI.Finalize();
    }

    /** One of several receives fails: the others complete all the same. */
    private static void oneFails(Rows rows) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int[] room = new int[4];
        Request[] requests = new Request[8];
        for (int i = 0; i < 4; i++) requests[i] = world.Irecv(room, i, i == 2 ? 0 : 1, MPI.INT, me, TAG + i);
        for (int i = 0; i < 4; i++) requests[4 + i] = world.Isend(new int[] {i + 1}, 0, 1, MPI.INT, me, TAG + i);
        rows.row(MPI.ERR_TRUNCATE, "Waitall with a receive that is too short", () -> Request.Waitall(requests));
        Check.equal(new int[] {1, 2, 0, 4}, room, "what the others received");
        for (Request request : requests) Check.isTrue(request.Is_null(), "all requests are void");
    }
}
