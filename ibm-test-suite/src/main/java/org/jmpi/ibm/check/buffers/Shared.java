package org.jmpi.ibm.check.buffers;

import mpi.Datatype;
import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Check;

/** Sends that share elements, and receives of elements between each other: nothing is wrong with either. */
public final class Shared {
    private Shared() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        Datatype column = Datatype.Vector(4, 1, 2, MPI.INT);
        column.Commit();
        int[] from = {1, 2, 3, 4, 5, 6};
        int[] to = new int[8];
        Request[] four = {
            MPI.COMM_WORLD.Irecv(to, 0, 1, column, rank, 1),
            MPI.COMM_WORLD.Irecv(to, 1, 1, column, rank, 2),
            MPI.COMM_WORLD.Isend(from, 0, 4, MPI.INT, rank, 1),
            MPI.COMM_WORLD.Isend(from, 2, 4, MPI.INT, rank, 2)
        };
        Request.Waitall(four);
        Check.equal(new int[] {1, 3, 2, 4, 3, 5, 4, 6}, to, "columns");
        MPI.Finalize();
    }
}
