package org.jmpi.ibm.beyond.pt2pt;

import java.util.List;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.beyond.Call;
import org.jmpi.ibm.beyond.Room;
import org.jmpi.ibm.pt2pt.Transfer;

/** Messages to and from the null process: every call completes at once and changes nothing. */
public final class Procnull {
    private static final int TAG = 1;
    private static final int NOBODY = MPI.PROC_NULL;

    private Procnull() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        List<Call> sends = List.of(Comm::Send, Comm::Ssend, Comm::Rsend, Comm::Bsend);
        for (Call send : sends) send.on(world, new int[3], 0, 3, MPI.INT, NOBODY, TAG);
        List<Transfer<Request>> starts = List.of(Comm::Isend, Comm::Issend, Comm::Irsend, Comm::Ibsend);
        for (Transfer<Request> start : starts)
            start.make(world, new int[3], 0, 3, MPI.INT, NOBODY, TAG).Wait();
        Room room = new Room(3);
        check(world.Recv(room.array(), room.offset(), 3, MPI.INT, NOBODY, TAG));
        check(world.Irecv(room.array(), room.offset(), 3, MPI.INT, NOBODY, TAG).Wait());
        Prequest receive = world.Recv_init(room.array(), room.offset(), 3, MPI.INT, NOBODY, TAG);
        receive.Start();
        check(receive.Wait());
        receive.Free();
        check(world.Probe(NOBODY, TAG));
        check(world.Iprobe(NOBODY, MPI.ANY_TAG));
        check(world.Sendrecv(
                new int[3], 0, 3, MPI.INT, NOBODY, TAG, room.array(), room.offset(), 3, MPI.INT, NOBODY, MPI.ANY_TAG));
        check(world.Sendrecv_replace(room.array(), room.offset(), 3, MPI.INT, NOBODY, TAG, NOBODY, TAG));
        room.check(new int[0], "room for what nobody sends");
        line();
        MPI.Finalize();
    }

    private static void check(Status status) {
        Check.equal(NOBODY, status.source, "source");
        Check.equal(MPI.ANY_TAG, status.tag, "tag");
        Check.equal(0, status.Get_count(MPI.INT), "count");
    }

    /** All ranks pass a number on to the right; the ends of the line have the null process beside them. */
    private static void line() {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int[] number = {me};
        int right = me == world.Size() - 1 ? NOBODY : me + 1;
        world.Sendrecv_replace(number, 0, 1, MPI.INT, right, TAG, me == 0 ? NOBODY : me - 1, TAG);
        Check.equal(Math.max(me - 1, 0), number[0], "number from the left");
    }
}
