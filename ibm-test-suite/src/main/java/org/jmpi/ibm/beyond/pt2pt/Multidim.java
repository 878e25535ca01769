package org.jmpi.ibm.beyond.pt2pt;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/** Arrays of several dimensions: their elements count as if they were laid out row by row, also where rows differ. */
public final class Multidim {
    private static final int TAG = 1;

    private Multidim() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        Object flat = Items.INTS.range(0, 12);
        int[][] matrix = {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}};
        exchange(matrix, new int[12], 0, 12, flat);
        exchange(flat, new int[3][4], 0, 12, matrix);
        int[][] ragged = {{0, 1}, {}, {2, 3, 4, 5, 6}, {7}, {8, 9, 10, 11}};
        exchange(flat, new int[][] {new int[2], {}, new int[5], new int[1], new int[4]}, 0, 12, ragged);
        exchange(ragged, new int[3][4], 0, 12, matrix);
        exchange(new int[][][] {{{0, 1, 2}, {3, 4, 5}}, {{6, 7, 8}, {9, 10, 11}}}, new int[3][4], 0, 12, matrix);
        exchange(matrix, new int[3][4], 3, 6, new int[][] {{0, 0, 0, 3}, {4, 5, 6, 7}, {8, 0, 0, 0}});
        exchange(new int[2000][50], filled(-1), 0, 100_000, filled(0));
        MPI.Finalize();
    }

    private static int[][] filled(int value) {
        int[][] array = new int[100][1000];
        for (int[] row : array) Arrays.fill(row, value);
        return array;
    }

    private static void exchange(Object sent, Object room, int offset, int count, Object expected) {
        Intracomm world = MPI.COMM_WORLD;
        if (world.Rank() == 0) world.Send(sent, offset, count, MPI.INT, 1, TAG);
        if (world.Rank() == 1) {
            Status status = world.Recv(room, offset, count, MPI.INT, 0, TAG);
            Check.equal(count, status.Get_count(MPI.INT), "count");
            Check.equal(expected, room, "array of several dimensions");
        }
        int[] rows = {0};
        world.Bcast(rows, 0, 1, MPI.INT, 0);
    }
}
