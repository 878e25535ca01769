package org.jmpi.bench.application;

import mpi.Cartcomm;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.bench.ProgressBar;

/**
 * Factors a matrix by messages. The ranks are a grid, and the blocks are dealt to it like chequers: the rank in row r
 * and column c of the grid has the blocks (r + a * rows, c + b * columns).
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
    private final Cartcomm grid;
    private final Intracomm row;
    private final Intracomm column;
    private final int rows;
    private final int columns;
    private final int myRow;
    private final int myColumn;

    /** The blocks of this rank; null where others have them. */
    private final double[][][] mine;

    /** The blocks of column k in the rows of this rank, and those of row k in its columns, one after the other. */
    private final double[] left;

    private final double[] upper;

    LuByMessages(Lu lu) throws Exception {
        this.lu = lu;
        blocks = lu.blocks();
        length = lu.edge() * lu.edge();
        int[] dims = new int[2];
        Cartcomm.Dims_create(MPI.COMM_WORLD.Size(), dims);
        grid = MPI.COMM_WORLD.Create_cart(dims, new boolean[2], false);
        row = grid.Sub(new boolean[] {false, true});
        column = grid.Sub(new boolean[] {true, false});
        rows = dims[0];
        columns = dims[1];
        myRow = column.Rank();
        myColumn = row.Rank();
        mine = new double[blocks][blocks][];
        for (int i = myRow; i < blocks; i += rows)
            for (int j = myColumn; j < blocks; j += columns) mine[i][j] = lu.block(i, j);
        left = new double[blocks * length];
        upper = new double[blocks * length];
    }

    @Override
    public void run(ProgressBar progress) throws Exception {
        for (int k = 0; k < blocks; k++) {
            solve(k, diagonal(k));
            share(k);
            for (int i = after(k, myRow, rows); i < blocks; i += rows)
                for (int j = after(k, myColumn, columns); j < blocks; j += columns)
                    lu.update(mine[i][j], left, i * length, upper, j * length);
            progress.show(k, blocks);
        }
    }

    /** Returns the first index above k of those that a row or column of the grid has. */
    private static int after(int k, int first, int step) {
        return k + 1 + Math.floorMod(first - k - 1, step);
    }

    private boolean hasColumn(int k) {
        return myColumn == k % columns;
    }

    private boolean hasRow(int k) {
        return myRow == k % rows;
    }

    /** Returns the factored diagonal block, at the ranks in its row and column of the grid. */
    private double[] diagonal(int k) throws Exception {
        double[] block = mine[k][k] != null ? mine[k][k] : new double[length];
        if (mine[k][k] != null) lu.factor(block);
        if (hasRow(k)) row.Bcast(block, 0, length, MPI.DOUBLE, k % columns);
        if (hasColumn(k)) column.Bcast(block, 0, length, MPI.DOUBLE, k % rows);
        return block;
    }

    private void solve(int k, double[] diagonal) {
        if (hasColumn(k)) {
            for (int i = after(k, myRow, rows); i < blocks; i += rows) {
                lu.solveBelow(mine[i][k], diagonal);
                System.arraycopy(mine[i][k], 0, left, i * length, length);
            }
        }
        if (hasRow(k)) {
            for (int j = after(k, myColumn, columns); j < blocks; j += columns) {
                lu.solveRight(mine[k][j], diagonal);
                System.arraycopy(mine[k][j], 0, upper, j * length, length);
            }
        }
    }

    private void share(int k) throws Exception {
        for (int i = after(k, myRow, rows); i < blocks; i += rows)
            row.Bcast(left, i * length, length, MPI.DOUBLE, k % columns);
        for (int j = after(k, myColumn, columns); j < blocks; j += columns)
            column.Bcast(upper, j * length, length, MPI.DOUBLE, k % rows);
    }

    /** Sends each block to rank 0 of the grid, in the same order on both sides. */
    @Override
    public double[] result() throws Exception {
        double[] whole = new double[blocks * blocks * length];
        double[] other = new double[length];
        for (int i = 0; i < blocks; i++) {
            for (int j = 0; j < blocks; j++) {
                double[] block = mine[i][j];
                int owner = grid.Rank(new int[] {i % rows, j % columns});
                if (grid.Rank() != 0 && block != null) grid.Send(block, 0, length, MPI.DOUBLE, 0, TAG);
                if (grid.Rank() != 0) continue;
                if (owner != 0) grid.Recv(other, 0, length, MPI.DOUBLE, owner, TAG);
                lu.put(owner == 0 ? block : other, i, j, whole);
            }
        }
        return whole;
    }

    @Override
    public void free() throws Exception {
        row.Free();
        column.Free();
        grid.Free();
    }
}
