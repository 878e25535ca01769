package org.jmpi.ibm.beyond.dtyp;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/**
 * Datatypes that are freed: those derived from them stay valid, and operations that were started with them complete.
 */
public final class Freedtypes {
    private static final int TAG = 1;

    private Freedtypes() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int right = (world.Rank() + 1) % world.Size();
        int left = (world.Rank() + world.Size() - 1) % world.Size();
        for (int count : new int[] {1, 50_000}) {
            Datatype every = Datatype.Vector(2, 1, 2, MPI.INT);
            Datatype derived = Datatype.Struct(new int[] {1, 1}, new int[] {0, 4}, new Datatype[] {every, MPI.UB});
            every.free();
            derived.Commit();
            int[] room = new int[4 * count];
            Request receive = world.Irecv(room, 0, count, derived, left, TAG);
            Prequest send = world.Send_init(Items.INTS.range(0, 4 * count), 0, count, derived, right, TAG);
            derived.free();
            send.Start();
            Check.equal(2 * count, receive.Wait().Get_count(MPI.INT), "elements");
            send.Wait();
            send.Free();
            Check.equal(Items.INTS.make(4 * count, k -> k % 2 == 0 ? k : 0), room, "every second element");
        }
        MPI.Finalize();
    }
}
