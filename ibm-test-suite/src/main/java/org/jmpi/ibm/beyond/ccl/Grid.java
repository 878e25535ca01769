package org.jmpi.ibm.beyond.ccl;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/**
 * Ranks use two communicators alternately, their row's and their column's, with nothing between the operations.
 */
public final class Grid {
    private static final int COLUMNS = 2;

    private Grid() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.even();
        int me = MPI.COMM_WORLD.Rank();
        Intracomm row = MPI.COMM_WORLD.Split(me / COLUMNS, me);
        Intracomm column = MPI.COMM_WORLD.Split(me % COLUMNS, me);
        for (int round = 0; round < 200; round++) {
            int[] rowSum = {0};
            int[] sum = {0};
            row.Allreduce(new int[] {me + round}, 0, rowSum, 0, 1, MPI.INT, MPI.SUM);
            column.Allreduce(rowSum, 0, sum, 0, 1, MPI.INT, MPI.SUM);
            int ranks = MPI.COMM_WORLD.Size();
            Check.equal(ranks * (ranks - 1) / 2 + ranks * round, sum[0], "sum of rows by columns");
        }
        row.Free();
        column.Free();
        MPI.Finalize();
    }
}
