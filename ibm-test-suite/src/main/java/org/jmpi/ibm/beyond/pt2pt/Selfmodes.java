package org.jmpi.ibm.beyond.pt2pt;

import java.util.List;
import mpi.Comm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.beyond.Call;
import org.jmpi.ibm.beyond.Room;
import org.jmpi.ibm.pt2pt.Transfer;

/** Messages to oneself in every mode: non-blocking, persistent, and blocking with the receive posted before. */
public final class Selfmodes {
    private static final int TAG = 4;
    private static final int[] COUNTS = {0, 1, 1000, 100_000};

    private Selfmodes() {}

    public static void main(String[] args) {
        MPI.Init(args);
        MPI.Buffer_attach(new byte[MPI.COMM_WORLD.Pack_size(100_000, MPI.INT) + MPI.BSEND_OVERHEAD]);
        for (Comm comm : List.of(MPI.COMM_SELF, MPI.COMM_WORLD))
            for (int count : COUNTS) {
                List<Transfer<Request>> modes = List.of(Comm::Isend, Comm::Issend, Comm::Irsend, Comm::Ibsend);
                for (Transfer<Request> mode : modes) nonBlocking(comm, mode, count);
                List<Transfer<Prequest>> kinds =
                        List.of(Comm::Send_init, Comm::Ssend_init, Comm::Rsend_init, Comm::Bsend_init);
                for (Transfer<Prequest> kind : kinds) persistent(comm, kind, count);
                List<Call> calls = List.of(Comm::Send, Comm::Ssend, Comm::Rsend, Comm::Bsend);
                for (Call call : calls) blocking(comm, call, count);
            }
        MPI.Buffer_detach();
        MPI.Finalize();
    }

    private static Object message(int count) {
        return Items.INTS.range(count, count);
    }

    private static void nonBlocking(Comm comm, Transfer<Request> mode, int count) {
        int me = comm.Rank();
        Room room = new Room(count);
        Request receive = comm.Irecv(room.array(), room.offset(), count, MPI.INT, me, TAG);
        Request send = mode.make(comm, message(count), 0, count, MPI.INT, me, TAG);
        check(Request.Waitall(new Request[] {send, receive})[1], me, room, count);
    }

    private static void persistent(Comm comm, Transfer<Prequest> kind, int count) {
        int me = comm.Rank();
        Room room = new Room(count);
        Prequest receive = comm.Recv_init(room.array(), room.offset(), count, MPI.INT, me, TAG);
        Prequest send = kind.make(comm, message(count), 0, count, MPI.INT, me, TAG);
        for (int round = 0; round < 2; round++) {
            Prequest.Startall(new Prequest[] {receive, send});
            send.Wait();
            check(receive.Wait(), me, room, count);
        }
        receive.Free();
        send.Free();
    }

    private static void blocking(Comm comm, Call call, int count) {
        int me = comm.Rank();
        Room room = new Room(count);
        Request receive = comm.Irecv(room.array(), room.offset(), count, MPI.INT, MPI.ANY_SOURCE, TAG);
        call.on(comm, message(count), 0, count, MPI.INT, me, TAG);
        check(receive.Wait(), me, room, count);
    }

    private static void check(Status status, int me, Room room, int count) {
        Check.equal(me, status.source, "source");
        Check.equal(TAG, status.tag, "tag");
        Check.equal(count, status.Get_count(MPI.INT), "count");
        room.check(message(count), "message to oneself of " + count);
    }
}
