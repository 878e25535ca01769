package org.jmpi.ibm.pt2pt;

import java.util.List;
import java.util.function.Consumer;
import mpi.Comm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/**
 * Persistent requests between all pairs of ranks, which are started more than once: each time they send what there
 * is then.
 */
final class Persistent {
    private static final int ROUNDS = 3;
    private static final int ATTACHED = 10_000;
    private static final List<Transfer<Prequest>> MODES = List.of(Comm::Send_init, Comm::Ssend_init, Comm::Bsend_init);

    private Persistent() {}

    /**
     * @param start starts the requests
     * @param arrived checks what {@link AllPairs} does not: the statuses of a round
     */
    static void run(Items items, int count, Consumer<Prequest[]> start, Consumer<Status[]> arrived) {
        Ranks.atLeast(2);
        MPI.Buffer_attach(new byte[ATTACHED]);
        for (Transfer<Prequest> mode : MODES) {
            Prequest[] requests = new Prequest[2 * MPI.COMM_WORLD.Size()];
            AllPairs<Prequest> pairs = new AllPairs<>(items, count, requests);
            pairs.receive(Comm::Recv_init);
            pairs.send(mode);
            for (int round = 0; round < ROUNDS; round++) {
                pairs.nextRound();
                start.accept(requests);
                arrived.accept(pairs.complete());
            }
            free(requests);
        }
        Check.equal(ATTACHED, MPI.Buffer_detach().length, "bytes detached");
    }

    private static void free(Prequest[] requests) {
        for (Prequest request : requests) {
            Check.isTrue(!request.Is_null(), "an inactive request that is not void");
            request.Free();
            Check.isTrue(request.Is_null(), "a freed request that is void");
            Check.fails(MPI.ERR_REQUEST, request::Start, "Start of a freed request");
        }
    }
}
