package org.jmpi.ibm.beyond.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Poll;
import org.jmpi.ibm.Ranks;
import org.jmpi.ibm.beyond.Room;

/** A synchronous send is not complete before its receive has been posted, however short the message is. */
public final class Synchronous {
    private static final int TAG = 1;

    private Synchronous() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        for (int count : new int[] {0, 1, 1000, 100_000}) check(count);
        MPI.Finalize();
    }

    private static void check(int count) {
        Intracomm world = MPI.COMM_WORLD;
        Object message = Items.INTS.range(0, count);
        Request send = world.Rank() == 0 ? world.Issend(message, 0, count, MPI.INT, 1, TAG) : null;
        world.Barrier();
        if (send != null)
            for (int i = 0; i < 100; i++) Check.equal(null, send.Test(), "Test of a send that nobody receives");
        world.Barrier();
        if (world.Rank() == 1) {
            Room room = new Room(count);
            world.Recv(room.array(), room.offset(), count, MPI.INT, 0, TAG);
            room.check(message, "message");
        }
        if (send != null) Poll.until(send::Test);
    }
}
