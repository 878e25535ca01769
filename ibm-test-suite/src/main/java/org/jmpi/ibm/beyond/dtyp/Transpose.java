package org.jmpi.ibm.beyond.dtyp;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** A matrix is sent row by row and received column by column, by nested datatypes: it is transposed on its way. */
public final class Transpose {
    private static final int TAG = 1;

    private Transpose() {}

    public static void main(String[] args) {
        MPI.Init(args);
        check(1, 1);
        check(3, 5);
        check(100, 70);
        check(300, 400);
        MPI.Finalize();
    }

    private static int[] matrix(int rows, int columns) {
        return (int[]) Items.INTS.make(rows * columns, k -> k / columns * 1000 + k % columns);
    }

    private static int[] transposed(int rows, int columns) {
        return (int[]) Items.INTS.make(rows * columns, k -> k % rows * 1000 + k / rows);
    }

    private static void check(int rows, int columns) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int right = (me + 1) % world.Size();
        int left = (me + world.Size() - 1) % world.Size();
        Datatype column = Datatype.Vector(rows, 1, columns, MPI.INT);
        Datatype byColumns = Datatype.Hvector(columns, 1, 1, column);
        byColumns.Commit();
        int[] room = new int[rows * columns];
        int count = rows * columns;
        world.Sendrecv(matrix(rows, columns), 0, 1, byColumns, right, TAG, room, 0, count, MPI.INT, left, TAG);
        Check.equal(transposed(rows, columns), room, "transposed by the sender");
        room = new int[count];
        world.Sendrecv(transposed(rows, columns), 0, count, MPI.INT, right, TAG, room, 0, 1, byColumns, left, TAG);
        Check.equal(matrix(rows, columns), room, "transposed by the receiver");
        column.free();
        byColumns.free();
    }
}
