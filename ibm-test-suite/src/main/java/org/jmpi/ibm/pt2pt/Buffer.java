package org.jmpi.ibm.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/** A buffered message lives on although its sender never waits for it, and writes over the array that it came from. */
public final class Buffer {
    private static final int TAG = 1;
    private static final int COUNT = 100_000;
    private static final long SLOW_MILLIS = 50;

    private Buffer() {}

    public static void main(String[] args) throws InterruptedException {
        MPI.Init(args);
        Ranks.atLeast(2);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        if (me == 0) {
            Object message = Items.INTS.range(0, COUNT);
            MPI.Buffer_attach(Items.INTS.attachment(message));
            Request request = world.Ibsend(message, 0, COUNT, MPI.INT, 1, TAG);
            for (int k = 0; k < COUNT; k++) Items.INTS.put(message, k, -1);
            request.Test();
        }
        world.Barrier();
        if (me == 1) {
            Thread.sleep(SLOW_MILLIS);
            int[] room = new int[COUNT];
            world.Recv(room, 0, COUNT, MPI.INT, 0, TAG);
            Check.equal(Items.INTS.range(0, COUNT), room, "buffered message");
        }
        if (me == 0) MPI.Buffer_detach();
        MPI.Finalize();
    }
}
