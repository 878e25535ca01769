package org.jmpi.bench.application;

import org.jmpi.bench.ProgressBar;
import org.jmpi.dsm.SharedDoubles;
import org.jmpi.dsm.SpaceOptions;

/**
 * Factors a matrix by shared arrays. The ranks are a {@link BlockGrid}. Each rank computes its blocks in memory of its
 * own, and writes them to the arrays when they are final: otherwise a diff of each step would go to those who read
 * them. A block is a page, so that no page has two writers.
 *
 * <p>The blocks of a column that are in the same row of the grid are neighbours in the array, and so are those of a row
 * in the same column of the grid: a rank reads all that it needs of a column in one region.
 */
final class LuBySharedArrays extends SharedArraySolution<double[]> {
    private final Lu lu;
    private final int blocks;
    private final int length;
    private final BlockGrid grid = BlockGrid.ofWorld();

    /** The blocks of this rank; null where others have them. */
    private final double[][][] mine;

    /** The blocks on and below the diagonal, and those above it. */
    private final SharedDoubles lower;

    private final SharedDoubles upper;

    LuBySharedArrays(Lu lu, SpaceOptions options) throws Exception {
        super(options.pageBytes(lu.edge() * lu.edge() * Double.BYTES));
        this.lu = lu;
        blocks = lu.blocks();
        length = lu.edge() * lu.edge();
        mine = grid.blocksOf(lu);
        lower = space.doubles(place(blocks, 0, grid.rows()));
        upper = space.doubles(place(blocks, 0, grid.columns()));
    }

    /** Returns where block i of a row or column is, the blocks of which {@code step} ranks have in turn. */
    private int place(int line, int i, int step) {
        return ((line * step + i % step) * ((blocks + step - 1) / step) + i / step) * length;
    }

    private void write(int i, int j) {
        if (i < j) upper.write(place(i, j, grid.columns()), mine[i][j], 0, length);
        else lower.write(place(j, i, grid.rows()), mine[i][j], 0, length);
    }

    /** Reads the blocks from i on of those that the same ranks have. */
    private double[] read(SharedDoubles array, int line, int i, int step) {
        double[] read = new double[(Math.max(0, blocks - i) + step - 1) / step * length];
        if (read.length > 0) array.read(place(line, i, step), read, 0, read.length);
        return read;
    }

    @Override
    public void run(ProgressBar progress) {
        for (int k = 0; k < blocks; k++) {
            if (mine[k][k] != null) {
                lu.factor(mine[k][k]);
                write(k, k);
            }
            space.barrier();
            solve(k);
            space.barrier();
            update(k);
            progress.show(k, blocks);
        }
    }

    private void solve(int k) {
        if (!grid.hasColumn(k) && !grid.hasRow(k)) return;
        double[] diagonal = new double[length];
        lower.read(place(k, k, grid.rows()), diagonal, 0, length);
        for (int i = grid.rowAfter(k); grid.hasColumn(k) && i < blocks; i += grid.rows()) {
            lu.solveBelow(mine[i][k], diagonal);
            write(i, k);
        }
        for (int j = grid.columnAfter(k); grid.hasRow(k) && j < blocks; j += grid.columns()) {
            lu.solveRight(mine[k][j], diagonal);
            write(k, j);
        }
    }

    private void update(int k) {
        int row = grid.rowAfter(k);
        int column = grid.columnAfter(k);
        double[] left = read(lower, k, row, grid.rows());
        double[] above = read(upper, k, column, grid.columns());
        for (int i = row; i < blocks; i += grid.rows())
            for (int j = column; j < blocks; j += grid.columns())
                lu.update(
                        mine[i][j],
                        left,
                        (i - row) / grid.rows() * length,
                        above,
                        (j - column) / grid.columns() * length);
    }

    @Override
    public double[] result() {
        double[] whole = new double[blocks * blocks * length];
        double[] block = new double[length];
        for (int i = 0; me == 0 && i < blocks; i++) {
            for (int j = 0; j < blocks; j++) {
                if (i < j) upper.read(place(i, j, grid.columns()), block, 0, length);
                else lower.read(place(j, i, grid.rows()), block, 0, length);
                lu.put(block, i, j, whole);
            }
        }
        return whole;
    }
}
