package org.jmpi.ibm.beyond.pt2pt;

import java.util.List;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;
import org.jmpi.ibm.beyond.Room;
import org.jmpi.ibm.pt2pt.Transfer;

/** A request that is freed while its send is under way: the message arrives all the same. */
public final class Freeactive {
    private static final int TAG = 1;
    private static final int DONE = 2;

    private Freeactive() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        for (int count : new int[] {1, 1000, 300_000}) {
            List<Transfer<Request>> modes = List.of(Comm::Isend, Comm::Issend);
            for (Transfer<Request> mode : modes) free(mode, count);
            List<Transfer<Prequest>> kinds = List.of(Comm::Send_init, Comm::Ssend_init);
            for (Transfer<Prequest> kind : kinds)
                free(
                        (comm, buf, offset, n, type, peer, tag) -> {
                            Prequest request = kind.make(comm, buf, offset, n, type, peer, tag);
                            request.Start();
                            return request;
                        },
                        count);
        }
        MPI.Finalize();
    }

    private static void free(Transfer<? extends Request> mode, int count) {
        Intracomm world = MPI.COMM_WORLD;
        Object message = Items.INTS.range(count, count);
        if (world.Rank() == 0) {
            Request send = mode.make(world, message, 0, count, MPI.INT, 1, TAG);
            send.Free();
            Check.isTrue(send.Is_null(), "a freed request is void");
            Check.fails(MPI.ERR_REQUEST, send::Free, "Free of a freed request");
        }
        world.Barrier();
        if (world.Rank() == 1) {
            Room room = new Room(count);
            world.Recv(room.array(), room.offset(), count, MPI.INT, 0, TAG);
            room.check(message, "message of a freed request");
            world.Send(new int[1], 0, 1, MPI.INT, 0, DONE);
        }
        if (world.Rank() == 0) world.Recv(new int[1], 0, 1, MPI.INT, 1, DONE);
    }
}
