package org.jmpi.bench.application;

import java.util.Random;
import org.jmpi.bench.ProgressBar;

/**
 * Factors a dense matrix into a lower and an upper triangular one, block by block, without pivoting: the diagonal
 * dominates. The result has both factors in one matrix, row by row.
 *
 * <p>Step k factors the diagonal block (k, k), then solves for the blocks below it and to its right, then updates the
 * block (i, j) of each i, j &gt; k:
 *
 * <pre>
 *   L[k][k] U[k][k] = A[k][k]
 *   L[i][k] = A[i][k] / U[k][k]      U[k][j] = L[k][k] \ A[k][j]
 *   A[i][j] = A[i][j] - L[i][k] U[k][j]
 * </pre>
 *
 * Every solution computes each block by the same operations in the same order, so the results are equal.
 *
 * <p>Source: "MRPC: A High Performance RPC System for MPMD Parallel Computing", section 5.5: 512 x 512 doubles in
 * blocks of 16 x 16.
 */
final class Lu implements Problem<double[]> {
    private static final int SEED = 55;

    private final int size;
    private final int edge;
    private final double[] matrix;

    /** Makes a matrix of {@code size} rows in blocks of {@code edge} rows; the size is a multiple of the edge. */
    Lu(int size, int edge) {
        this.size = size;
        this.edge = edge;
        matrix = new Random(SEED).doubles((long) size * size, -1, 1).toArray();
        for (int i = 0; i < size; i++) matrix[i * size + i] += size;
    }

    /** Returns the number of rows of a block. */
    int edge() {
        return edge;
    }

    /** Returns the number of blocks in a row. */
    int blocks() {
        return size / edge;
    }

    /** Returns a copy of the block in a row and a column of blocks. */
    double[] block(int row, int column) {
        double[] block = new double[edge * edge];
        for (int i = 0; i < edge; i++) System.arraycopy(matrix, place(row, column, i), block, i * edge, edge);
        return block;
    }

    /** Puts a block into a whole matrix. */
    void put(double[] block, int row, int column, double[] whole) {
        for (int i = 0; i < edge; i++) System.arraycopy(block, i * edge, whole, place(row, column, i), edge);
    }

    private int place(int row, int column, int line) {
        return (row * edge + line) * size + column * edge;
    }

    @Override
    public String size() {
        return size + " x " + size + " blocks of " + edge;
    }

    @Override
    public double[] solve(ProgressBar progress) {
        int blocks = blocks();
        double[][][] a = new double[blocks][blocks][];
        for (int i = 0; i < blocks; i++) for (int j = 0; j < blocks; j++) a[i][j] = block(i, j);
        for (int k = 0; k < blocks; k++) {
            factor(a[k][k]);
            for (int i = k + 1; i < blocks; i++) solveBelow(a[i][k], a[k][k]);
            for (int j = k + 1; j < blocks; j++) solveRight(a[k][j], a[k][k]);
            for (int i = k + 1; i < blocks; i++)
                for (int j = k + 1; j < blocks; j++) update(a[i][j], a[i][k], 0, a[k][j], 0);
            progress.show(k, blocks);
        }
        double[] result = new double[size * size];
        for (int i = 0; i < blocks; i++) for (int j = 0; j < blocks; j++) put(a[i][j], i, j, result);
        return result;
    }

    @Override
    public Check check(double[] expected, double[] result) {
        return Check.equal(expected, result);
    }

    /** Factors a diagonal block. */
    void factor(double[] block) {
        for (int k = 0; k < edge; k++) {
            for (int i = k + 1; i < edge; i++) {
                block[i * edge + k] /= block[k * edge + k];
                subtract(block, i * edge, block[i * edge + k], block, k * edge, k + 1);
            }
        }
    }

    /** Solves for a block below a factored diagonal block. */
    void solveBelow(double[] block, double[] diagonal) {
        for (int i = 0; i < edge; i++) {
            for (int k = 0; k < edge; k++) {
                block[i * edge + k] /= diagonal[k * edge + k];
                subtract(block, i * edge, block[i * edge + k], diagonal, k * edge, k + 1);
            }
        }
    }

    /** Solves for a block to the right of a factored diagonal block. */
    void solveRight(double[] block, double[] diagonal) {
        for (int k = 0; k < edge; k++)
            for (int i = k + 1; i < edge; i++) subtract(block, i * edge, diagonal[i * edge + k], block, k * edge, 0);
    }

    /** Subtracts the product of two blocks, which begin somewhere in their arrays. */
    void update(double[] block, double[] left, int startOfLeft, double[] upper, int startOfUpper) {
        for (int i = 0; i < edge; i++)
            for (int k = 0; k < edge; k++)
                subtract(block, i * edge, left[startOfLeft + i * edge + k], upper, startOfUpper + k * edge, 0);
    }

    /** Subtracts a multiple of a row from another one, from a column on. */
    private void subtract(double[] to, int row, double factor, double[] from, int otherRow, int first) {
        for (int j = first; j < edge; j++) to[row + j] -= factor * from[otherRow + j];
    }
}
