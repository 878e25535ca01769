package org.jmpi.bench.application;

import org.jmpi.bench.ProgressBar;
import org.jmpi.dsm.SharedDoubles;
import org.jmpi.dsm.SpaceOptions;

/**
 * Factors a matrix by a shared array. The ranks are a {@link BlockGrid}. Each rank computes its blocks in memory of its
 * own, and writes them to the array when they are final: otherwise a diff of each step would go to those who read them.
 * A block is a page, so that no page has two writers.
 */
final class LuBySharedArrays extends SharedArraySolution<double[]> {
    private final Lu lu;
    private final int blocks;
    private final int length;
    private final BlockGrid grid = BlockGrid.ofWorld();

    /** The blocks of this rank; null where others have them. */
    private final double[][][] mine;

    /** Block after block, row by row. */
    private final SharedDoubles matrix;

    LuBySharedArrays(Lu lu, SpaceOptions options) throws Exception {
        super(options.pageBytes(lu.edge() * lu.edge() * Double.BYTES));
        this.lu = lu;
        blocks = lu.blocks();
        length = lu.edge() * lu.edge();
        mine = grid.blocksOf(lu);
        matrix = space.doubles(blocks * blocks * length);
    }

    private double[] read(int i, int j) {
        double[] block = new double[length];
        matrix.read((i * blocks + j) * length, block, 0, length);
        return block;
    }

    private void write(int i, int j) {
        matrix.write((i * blocks + j) * length, mine[i][j], 0, length);
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
        double[] diagonal = read(k, k);
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
        double[][] upper = new double[blocks][];
        for (int j = grid.columnAfter(k); j < blocks; j += grid.columns()) upper[j] = read(k, j);
        for (int i = grid.rowAfter(k); i < blocks; i += grid.rows()) {
            double[] left = read(i, k);
            for (int j = grid.columnAfter(k); j < blocks; j += grid.columns())
                lu.update(mine[i][j], left, 0, upper[j], 0);
        }
    }

    @Override
    public double[] result() {
        double[] whole = new double[matrix.length()];
        for (int i = 0; me == 0 && i < blocks; i++) for (int j = 0; j < blocks; j++) lu.put(read(i, j), i, j, whole);
        return whole;
    }
}
