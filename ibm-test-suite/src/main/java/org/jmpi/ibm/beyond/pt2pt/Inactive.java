package org.jmpi.ibm.beyond.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import org.jmpi.ibm.Check;

/** Persistent requests that have not been started, among others that have: they count as complete, and stay usable. */
public final class Inactive {
    private static final int TAG = 1;

    private Inactive() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int[] sent = {0};
        int[] room = {-1};
        Prequest send = world.Send_init(sent, 0, 1, MPI.INT, me, TAG);
        Prequest receive = world.Recv_init(room, 0, 1, MPI.INT, me, TAG);
        alone(send);
        alone(receive);
        for (int round = 1; round <= 3; round++) {
            sent[0] = round;
            receive.Start();
            Check.equal(null, receive.Test(), "Test of a receive whose message has not been sent");
            Check.equal(null, Request.Testall(new Request[] {send, receive}), "Testall with an inactive request");
            send.Start();
            Check.fails(MPI.ERR_REQUEST, send::Start, "Start of a request that has been started");
            Check.fails(
                    MPI.ERR_REQUEST,
                    () -> Prequest.Startall(new Prequest[] {receive}),
                    "Startall of one that has been started");
            send.Wait();
            Check.equal(1, Request.Waitany(new Request[] {send, receive}).index, "index of the only active request");
            Check.equal(round, room[0], "message");
            Check.isTrue(!send.Is_null() && !receive.Is_null(), "inactive requests are not void");
        }
        startsNone(send, receive);
        send.Free();
        receive.Free();
        MPI.Finalize();
    }

    private static void alone(Prequest request) {
        Check.equal(MPI.ANY_SOURCE, request.Wait().source, "source of an inactive request");
        Check.isTrue(request.Test() != null, "an inactive request is complete");
        Check.fails(MPI.ERR_REQUEST, request::Cancel, "Cancel of an inactive request");
    }

    /** If one of several can't be started, none is. */
    private static void startsNone(Prequest send, Prequest receive) {
        receive.Start();
        Check.fails(
                MPI.ERR_REQUEST,
                () -> Prequest.Startall(new Prequest[] {send, receive}),
                "Startall with an active one");
        Check.equal(null, receive.Test(), "receive of what must not have been sent");
        send.Start();
        Request.Waitall(new Request[] {send, receive});
    }
}
