package org.jmpi.ibm.beyond.win;

import mpi.Datatype;
import mpi.MPI;
import mpi.Win;
import org.jmpi.ibm.Check;

/** Ranks transpose a matrix of which each has some rows: a row of one is put to a column of the others. */
public final class Columns {
    private static final int ROWS = 3;

    private Columns() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        int ranks = MPI.COMM_WORLD.Size();
        int n = ROWS * ranks;
        double[] rows = new double[ROWS * n];
        for (int i = 0; i < rows.length; i++) rows[i] = me * rows.length + i;
        double[] transposed = new double[ROWS * n];
        Win win = Win.Create(transposed, 0, transposed.length, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        Datatype column = Datatype.Vector(ROWS, 1, n, MPI.DOUBLE);
        column.Commit();
        win.Fence(0);
        for (int row = 0; row < ROWS; row++)
            for (int rank = 0; rank < ranks; rank++)
                win.Put(rows, row * n + rank * ROWS, ROWS, MPI.DOUBLE, rank, me * ROWS + row, 1, column);
        win.Fence(0);
        for (int row = 0; row < ROWS; row++)
            for (int i = 0; i < n; i++)
                Check.equal((double) (i * n + me * ROWS + row), transposed[row * n + i], "element " + row + ", " + i);
        double[] back = new double[ROWS * n];
        for (int row = 0; row < ROWS; row++)
            for (int rank = 0; rank < ranks; rank++)
                win.Get(back, row * n + rank * ROWS, ROWS, MPI.DOUBLE, rank, me * ROWS + row, 1, column);
        win.Fence(MPI.MODE_NOSUCCEED);
        Check.equal(rows, back, "matrix transposed twice");
        column.free();
        win.Free();
        MPI.Finalize();
    }
}
