package org.jmpi.ibm.dtyp;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/** Items of a struct without blocks: they are counted, but have no elements. */
public final class Zero1 {
    private static final int TAG = 1;
    private static final int COUNT = 100;

    private Zero1() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.exactly(2);
        Intracomm world = MPI.COMM_WORLD;
        Datatype empty = Datatype.Struct(new int[0], new int[0], new Datatype[0]);
        empty.Commit();
        int[] buffer = (int[]) Items.INTS.make(COUNT, k -> -1);
        if (world.Rank() == 0) {
            world.Send(buffer, 0, COUNT, empty, 1, TAG);
        } else {
            Status status = world.Recv(buffer, 0, COUNT, empty, 0, TAG);
            Check.equal(COUNT, status.Get_count(empty), "count");
            Check.equal(MPI.UNDEFINED, status.Get_elements(empty), "elements");
            Check.equal(Items.INTS.make(COUNT, k -> -1), buffer, "untouched buffer");
        }
        empty.free();
        MPI.Finalize();
    }
}
