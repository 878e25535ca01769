package org.jmpi.ibm.beyond.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;
import org.jmpi.ibm.beyond.Room;

/** A posted receive that is cancelled gets nothing, and the next one its message; a matched one can't be cancelled. */
public final class Cancelrecv {
    private static final int TAG = 1;
    private static final int LATER = 2;

    private Cancelrecv() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        for (int count : new int[] {1, 50_000}) {
            posted(count);
            matched(count);
            persistent(count);
        }
        MPI.Finalize();
    }

    private static void send(int count, int tag) {
        MPI.COMM_WORLD.Send(Items.INTS.range(5, count), 0, count, MPI.INT, 1, tag);
    }

    private static void receive(int count, int tag) {
        Room room = new Room(count);
        MPI.COMM_WORLD.Recv(room.array(), room.offset(), count, MPI.INT, 0, tag);
        room.check(Items.INTS.range(5, count), "message with tag " + tag);
    }

    private static void posted(int count) {
        Intracomm world = MPI.COMM_WORLD;
        if (world.Rank() == 1) {
            Room untouched = new Room(count);
            Room room = new Room(count);
            Request cancelled = world.Irecv(untouched.array(), untouched.offset(), count, MPI.INT, 0, TAG);
            Request other = world.Irecv(room.array(), room.offset(), count, MPI.INT, MPI.ANY_SOURCE, TAG);
            cancelled.Cancel();
            Check.isTrue(cancelled.Wait().Test_cancelled(), "a receive that nothing was sent to is cancelled");
            Check.isTrue(cancelled.Is_null(), "the request is void");
            world.Barrier();
            Check.isTrue(!other.Wait().Test_cancelled(), "another receive is not cancelled");
            room.check(Items.INTS.range(5, count), "message of the other receive");
            untouched.check(new int[0], "room of the cancelled receive");
        } else {
            world.Barrier();
            if (world.Rank() == 0) send(count, TAG);
        }
    }

    private static void matched(int count) {
        Intracomm world = MPI.COMM_WORLD;
        if (world.Rank() == 0) {
            send(count, TAG);
            send(count, LATER);
        } else if (world.Rank() == 1) {
            Room room = new Room(count);
            Request receive = world.Irecv(room.array(), room.offset(), count, MPI.INT, 0, TAG);
            receive(count, LATER);
            receive.Cancel();
            Status status = receive.Wait();
            Check.isTrue(!status.Test_cancelled(), "a matched receive is not cancelled");
            room.check(Items.INTS.range(5, count), "message of a matched receive");
        }
    }

    private static void persistent(int count) {
        Intracomm world = MPI.COMM_WORLD;
        Room room = new Room(count);
        Prequest receive = null;
        if (world.Rank() == 1) {
            receive = world.Recv_init(room.array(), room.offset(), count, MPI.INT, 0, TAG);
            receive.Start();
            receive.Cancel();
            Check.isTrue(receive.Wait().Test_cancelled(), "a persistent receive is cancelled");
            receive.Start();
        }
        world.Barrier();
        if (world.Rank() == 0) send(count, TAG);
        if (world.Rank() == 1) {
            Check.isTrue(!receive.Wait().Test_cancelled(), "a persistent receive that was started again");
            room.check(Items.INTS.range(5, count), "message of a persistent receive");
            receive.Free();
        }
    }
}
