package org.jmpi.ibm.beyond.comm;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.beyond.Room;

/** A communicator that is freed while sends and receives are under way in it: they complete. */
public final class Freedbusy {
    private static final int TAG = 1;

    private Freedbusy() {}

    public static void main(String[] args) {
        MPI.Init(args);
        for (int count : new int[] {1, 1000, 100_000}) {
            Intracomm comm = (Intracomm) MPI.COMM_WORLD.clone();
            int me = comm.Rank();
            int right = (me + 1) % comm.Size();
            int left = (me + comm.Size() - 1) % comm.Size();
            Room room = new Room(count);
            Request receive = comm.Irecv(room.array(), room.offset(), count, MPI.INT, left, TAG);
            Request send = comm.Isend(Items.INTS.range(me, count), 0, count, MPI.INT, right, TAG);
            comm.Free();
            Request.Waitall(new Request[] {receive, send});
            room.check(Items.INTS.range(left, count), "message in a freed communicator");
        }
        MPI.Finalize();
    }
}
