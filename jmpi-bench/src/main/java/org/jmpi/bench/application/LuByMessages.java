package org.jmpi.bench.application;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.bench.ProgressBar;

/**
 * Factors a matrix by messages. The ranks are a {@link BlockGrid}.
 *
 * <p>In step k the diagonal block goes to the grid's row and column that it is in. Each rank then gets the blocks of
 * column k that are in its rows, and those of row k that are in its columns, and updates its own blocks. All goes by
 * Bcast within a row or a column of the grid.
 */
final class LuByMessages implements Solution<double[]> {
    private static final int TAG = 1;

    private final Lu lu;
    private final int blocks;
    private final int length;
    private final BlockGrid grid = BlockGrid.ofWorld();
    private final Intracomm row;
    private final Intracomm column;

    /** The blocks of this rank; null where others have them. */
    private final double[][][] mine;

    /** The blocks of column k in the rows of this rank, and those of row k in its columns, one after the other. */
    private final double[] left;

    private final double[] upper;

    LuByMessages(Lu lu) throws Exception {
        this.lu = lu;
        blocks = lu.blocks();
        length = lu.edge() * lu.edge();
        row = MPI.COMM_WORLD.Split(grid.row(), grid.column());
        column = MPI.COMM_WORLD.Split(grid.column(), grid.row());
        mine = grid.blocksOf(lu);
        left = new double[blocks * length];
        upper = new double[blocks * length];
    }

    @Override
    public void run(ProgressBar progress) throws Exception {
        for (int k = 0; k < blocks; k++) {
            solve(k, diagonal(k));
            share(k);
            for (int i = grid.rowAfter(k); i < blocks; i += grid.rows())
                for (int j = grid.columnAfter(k); j < blocks; j += grid.columns())
                    lu.update(mine[i][j], left, i * length, upper, j * length);
            progress.show(k, blocks);
        }
    }

    /** Returns the factored diagonal block, at the ranks in its row and column of the grid. */
    private double[] diagonal(int k) throws Exception {
        double[] block = mine[k][k] != null ? mine[k][k] : new double[length];
        if (mine[k][k] != null) lu.factor(block);
        if (grid.hasRow(k)) row.Bcast(block, 0, length, MPI.DOUBLE, k % grid.columns());
        if (grid.hasColumn(k)) column.Bcast(block, 0, length, MPI.DOUBLE, k % grid.rows());
        return block;
    }

    private void solve(int k, double[] diagonal) {
        if (grid.hasColumn(k)) {
            for (int i = grid.rowAfter(k); i < blocks; i += grid.rows()) {
                lu.solveBelow(mine[i][k], diagonal);
                System.arraycopy(mine[i][k], 0, left, i * length, length);
            }
        }
        if (grid.hasRow(k)) {
            for (int j = grid.columnAfter(k); j < blocks; j += grid.columns()) {
                lu.solveRight(mine[k][j], diagonal);
                System.arraycopy(mine[k][j], 0, upper, j * length, length);
            }
        }
    }

    private void share(int k) throws Exception {
        for (int i = grid.rowAfter(k); i < blocks; i += grid.rows())
            row.Bcast(left, i * length, length, MPI.DOUBLE, k % grid.columns());
        for (int j = grid.columnAfter(k); j < blocks; j += grid.columns())
            column.Bcast(upper, j * length, length, MPI.DOUBLE, k % grid.rows());
    }

    /** Sends each block to rank 0, in the same order on both sides. */
    @Override
    public double[] result() throws Exception {
        double[] whole = new double[blocks * blocks * length];
        double[] other = new double[length];
        for (int i = 0; i < blocks; i++) {
            for (int j = 0; j < blocks; j++) {
                double[] block = mine[i][j];
                int owner = grid.owner(i, j);
                if (grid.rank() != 0 && block != null) MPI.COMM_WORLD.Send(block, 0, length, MPI.DOUBLE, 0, TAG);
                if (grid.rank() != 0) continue;
                if (owner != 0) MPI.COMM_WORLD.Recv(other, 0, length, MPI.DOUBLE, owner, TAG);
                lu.put(owner == 0 ? block : other, i, j, whole);
            }
        }
        return whole;
    }

    @Override
    public void free() throws Exception {
        row.Free();
        column.Free();
    }
}
