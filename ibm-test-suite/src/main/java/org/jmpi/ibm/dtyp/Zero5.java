package org.jmpi.ibm.dtyp;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/** A struct one of whose blocks is empty: the others are transferred, and their gaps are left alone. */
public final class Zero5 {
    private static final int TAG = 1;
    private static final int COUNT = 2;

    private Zero5() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.exactly(2);
        Intracomm world = MPI.COMM_WORLD;
        Datatype struct =
                Datatype.Struct(new int[] {0, 1, 2}, new int[] {2, 0, 2}, new Datatype[] {MPI.INT, MPI.INT, MPI.INT});
        struct.Commit();
        Check.equal(4, struct.Extent(), "extent");
        if (world.Rank() == 0) {
            world.Send(Items.INTS.range(0, 8), 0, COUNT, struct, 1, TAG);
        } else {
            int[] buffer = {-1, -1, -1, -1, -1, -1, -1, -1, -1};
            Status status = world.Recv(buffer, 0, COUNT, struct, 0, TAG);
            Check.equal(new int[] {0, -1, 2, 3, 4, -1, 6, 7, -1}, buffer, "elements and gaps");
            Check.equal(COUNT, status.Get_count(struct), "count");
            Check.equal(6, status.Get_elements(struct), "elements");
        }
        struct.free();
        MPI.Finalize();
    }
}
