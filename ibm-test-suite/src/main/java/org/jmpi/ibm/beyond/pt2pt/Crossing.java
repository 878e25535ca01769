package org.jmpi.ibm.beyond.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.beyond.Room;

/** Every rank starts to send a long message to every other before it receives any, and receives the last one first. */
public final class Crossing {
    private static final int TAG = 1;
    private static final int COUNT = 300_000;

    private Crossing() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int ranks = world.Size();
        Request[] sends = new Request[ranks];
        for (int to = 0; to < ranks; to++)
            sends[to] = world.Isend(Items.INTS.range(world.Rank() + to, COUNT), 0, COUNT, MPI.INT, to, TAG);
        world.Barrier();
        for (int from = ranks - 1; from >= 0; from--) {
            Room room = new Room(COUNT);
            world.Recv(room.array(), room.offset(), COUNT, MPI.INT, from, TAG);
            room.check(Items.INTS.range(from + world.Rank(), COUNT), "message from rank " + from);
        }
        Request.Waitall(sends);
        MPI.Finalize();
    }
}
