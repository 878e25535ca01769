package org.jmpi.ibm.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/** A ready send of ten items, whose receive has been posted. */
public final class Rsend {
    private static final int TAG = 1;
    private static final int COUNT = 10;

    private Rsend() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.CHARS);
        MPI.Finalize();
    }

    public static void run(Items items) {
        Ranks.atLeast(2);
        Intracomm world = MPI.COMM_WORLD;
        Object room = items.room(COUNT);
        Request receive = MPI.REQUEST_NULL;
        if (world.Rank() == 1) receive = world.Irecv(room, 0, COUNT, items.type(), 0, TAG);
        world.Barrier();
        if (world.Rank() == 0) world.Rsend(items.range('a', COUNT), 0, COUNT, items.type(), 1, TAG);
        receive.Wait();
        if (world.Rank() == 1) Check.equal(items.range('a', COUNT), room, "message");
    }
}
