package org.jmpi.ibm.pt2pt;

import java.util.function.Function;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** A receive with wildcards, whose message is sent only when a test has found it incomplete. */
final class Late {
    private static final int TAG = 1;

    private Late() {}

    /** @param completion what completes the request when the message is on its way */
    static void run(Items items, Function<Request, Status> completion) {
        Intracomm world = MPI.COMM_WORLD;
        if (world.Rank() == 0) {
            Object room = items.room(1);
            Request request = world.Irecv(room, 0, 1, items.type(), MPI.ANY_SOURCE, MPI.ANY_TAG);
            Check.equal(null, request.Test(), "Test before the message is sent");
            Check.isTrue(!request.Is_null(), "the request is active");
            world.Barrier();
            Status status = completion.apply(request);
            Check.equal(1, status.source, "source");
            Check.equal(TAG, status.tag, "tag");
            Check.equal(1, status.Get_count(items.type()), "count");
            Check.equal(items.of(5), room, "message");
            Check.isTrue(request.Is_null(), "the request is void");
        } else {
            world.Barrier();
            if (world.Rank() == 1) world.Send(items.of(5), 0, 1, items.type(), 0, TAG);
        }
    }
}
