package org.jmpi.ibm.pt2pt;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** Messages of two communicators do not interfere, although ranks and tags are the same. */
public final class Interf {
    private static final int TAG = 1;

    private Interf() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        Intracomm world = MPI.COMM_WORLD;
        Comm clone = (Comm) world.clone();
        if (world.Rank() == 0) {
            world.Send(new int[] {1}, 0, 1, MPI.INT, 1, TAG);
            clone.Send(new int[] {2}, 0, 1, MPI.INT, 1, TAG);
        }
        if (world.Rank() == 1) {
            int[] room = new int[2];
            Request ofClone = clone.Irecv(room, 1, 1, MPI.INT, 0, TAG);
            Request ofWorld = world.Irecv(room, 0, 1, MPI.INT, 0, TAG);
            ofClone.Wait();
            ofWorld.Wait();
            Check.equal(new int[] {1, 2}, room, "messages of the world and of its clone");
        }
        clone.Free();
        MPI.Finalize();
    }
}
