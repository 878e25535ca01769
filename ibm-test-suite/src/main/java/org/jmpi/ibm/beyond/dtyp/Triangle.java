package org.jmpi.ibm.beyond.dtyp;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** The upper triangle of a matrix is received as the lower triangle of another one. */
public final class Triangle {
    private static final int SIDE = 60;
    private static final int TAG = 1;

    private Triangle() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Datatype upper = Datatype.Indexed(
                (int[]) Items.INTS.make(SIDE, row -> SIDE - row),
                (int[]) Items.INTS.make(SIDE, row -> row * SIDE + row),
                MPI.DOUBLE);
        Datatype lower = Datatype.Indexed(
                (int[]) Items.INTS.make(SIDE, row -> row + 1),
                (int[]) Items.INTS.make(SIDE, row -> row * SIDE),
                MPI.DOUBLE);
        upper.Commit();
        lower.Commit();
        Check.equal(SIDE * (SIDE + 1) / 2, upper.Size(), "elements of a triangle");
        Intracomm world = MPI.COMM_WORLD;
        int right = (world.Rank() + 1) % world.Size();
        int left = (world.Rank() + world.Size() - 1) % world.Size();
        double[] matrix = new double[SIDE * SIDE];
        int number = 0;
        for (int row = 0; row < SIDE; row++)
            for (int column = row; column < SIDE; column++) matrix[row * SIDE + column] = ++number;
        double[] room = new double[SIDE * SIDE];
        world.Sendrecv(matrix, 0, 1, upper, right, TAG, room, 0, 1, lower, left, TAG);
        double[] expected = new double[SIDE * SIDE];
        number = 0;
        for (int row = 0; row < SIDE; row++)
            for (int column = 0; column <= row; column++) expected[row * SIDE + column] = ++number;
        Check.equal(expected, room, "lower triangle");
        upper.free();
        lower.free();
        MPI.Finalize();
    }
}
