package org.jmpi.ibm.beyond.threads;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.beyond.Room;

/** What a thread sends to the thread of its number at the right neighbour, and gets from the left one's. */
final class Neighbours {
    static final int THREADS = 8;
    private static final int ROUNDS = 300;
    private static final int LONG = 20_000;

    private Neighbours() {}

    static void exchange(Intracomm comm, int tag) {
        int me = comm.Rank();
        int ranks = comm.Size();
        int left = (me + ranks - 1) % ranks;
        for (int round = 0; round < ROUNDS; round++) {
            int count = round % 50 == 49 ? LONG : round % 10;
            Request send = comm.Isend(message(me, tag, round, count), 0, count, MPI.INT, (me + 1) % ranks, tag);
            Room room = new Room(count);
            Status status = comm.Recv(room.array(), room.offset(), count, MPI.INT, left, tag);
            Check.equal(count, status.Get_count(MPI.INT), "count of round " + round + " with tag " + tag);
            room.check(message(left, tag, round, count), "message of round " + round + " with tag " + tag);
            send.Wait();
        }
    }

    private static Object message(int rank, int tag, int round, int count) {
        return Items.INTS.range((rank * THREADS + tag) * ROUNDS + round, count);
    }
}
