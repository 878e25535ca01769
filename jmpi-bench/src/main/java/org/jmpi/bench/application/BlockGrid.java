package org.jmpi.bench.application;

import mpi.Cartcomm;
import mpi.MPI;

/**
 * A grid of ranks, to which the blocks of a matrix are dealt like chequers: the rank in row r and column c of the grid
 * has the blocks (r + a * rows, c + b * columns). Ranks are numbered row by row.
 *
 * @param rows of the grid
 * @param columns of the grid
 * @param rank this rank
 */
record BlockGrid(int rows, int columns, int rank) {
    /** Returns the grid of all ranks of the job, as square as possible. */
    static BlockGrid ofWorld() throws Exception {
        int[] dims = new int[2];
        Cartcomm.Dims_create(MPI.COMM_WORLD.Size(), dims);
        return new BlockGrid(dims[0], dims[1], MPI.COMM_WORLD.Rank());
    }

    /** Returns the rank that has a block. */
    int owner(int i, int j) {
        return i % rows * columns + j % columns;
    }

    /** Returns whether this rank has blocks of a row of blocks. */
    boolean hasRow(int i) {
        return i % rows == row();
    }

    /** Returns whether this rank has blocks of a column of blocks. */
    boolean hasColumn(int j) {
        return j % columns == column();
    }

    /** Returns the row of the grid that this rank is in. */
    int row() {
        return rank / columns;
    }

    /** Returns the column of the grid that this rank is in. */
    int column() {
        return rank % columns;
    }

    /** Returns the first row of blocks below row k that this rank has; the next one is {@link #rows} further on. */
    int rowAfter(int k) {
        return k + 1 + Math.floorMod(row() - k - 1, rows);
    }

    /** Returns the first column of blocks to the right of column k that this rank has. */
    int columnAfter(int k) {
        return k + 1 + Math.floorMod(column() - k - 1, columns);
    }

    /** Returns the blocks of this rank, by row and column; null where others have them. */
    double[][][] blocksOf(Lu lu) {
        double[][][] mine = new double[lu.blocks()][lu.blocks()][];
        for (int i = row(); i < lu.blocks(); i += rows)
            for (int j = column(); j < lu.blocks(); j += columns) mine[i][j] = lu.block(i, j);
        return mine;
    }
}
