package org.jmpi.bench.application;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import jpvm.jpvmBuffer;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;
import org.jmpi.bench.ProgressBar;

/**
 * Factors a matrix by messages of PVM. The tasks are a {@link BlockGrid}.
 *
 * <p>In step k the diagonal block goes to the grid's row and column that it is in. Then the tasks that have blocks of
 * column k send these to their rows of the grid, and those that have blocks of row k to their columns: all blocks of a
 * task in one message.
 */
final class LuByPvm extends TaskSolution<double[]> {
    private static final int DIAGONAL = 1;
    private static final int LEFT = 2;
    private static final int UPPER = 3;
    private static final int MINE = 4;

    private final Lu lu;
    private final int blocks;
    private final int length;
    private final BlockGrid grid = BlockGrid.ofWorld();

    /** The other tasks in this task's row and column of the grid. */
    private final jpvmTaskId[] row;

    private final jpvmTaskId[] column;

    /** The blocks of this task; null where others have them. */
    private final double[][][] mine;

    LuByPvm(Lu lu) throws Exception, jpvmException {
        this.lu = lu;
        blocks = lu.blocks();
        length = lu.edge() * lu.edge();
        row = others(rank -> rank / grid.columns() == grid.row());
        column = others(rank -> rank % grid.columns() == grid.column());
        mine = grid.blocksOf(lu);
    }

    private jpvmTaskId[] others(IntPredicate chosen) {
        return IntStream.range(0, tids.length)
                .filter(rank -> rank != me && chosen.test(rank))
                .mapToObj(rank -> tids[rank])
                .toArray(jpvmTaskId[]::new);
    }

    @Override
    public void run(ProgressBar progress) throws jpvmException {
        for (int k = 0; k < blocks; k++) {
            double[] diagonal = diagonal(k);
            double[][] left = left(k, diagonal);
            double[][] upper = upper(k, diagonal);
            for (int i = grid.rowAfter(k); i < blocks; i += grid.rows())
                for (int j = grid.columnAfter(k); j < blocks; j += grid.columns())
                    lu.update(mine[i][j], left[i], 0, upper[j], 0);
            progress.show(k, blocks);
        }
    }

    /** Returns the factored diagonal block, at the tasks in its row and column of the grid. */
    private double[] diagonal(int k) throws jpvmException {
        double[] block = mine[k][k];
        if (block != null) {
            lu.factor(block);
            jpvm.pvm_mcast(buffer(block), row, row.length, DIAGONAL);
            jpvm.pvm_mcast(buffer(block), column, column.length, DIAGONAL);
        } else if (grid.hasRow(k) || grid.hasColumn(k)) {
            block = unpack(jpvm.pvm_recv(tids[grid.owner(k, k)], DIAGONAL).buffer);
        }
        return block;
    }

    /** Returns the blocks of column k in the rows of this task. */
    private double[][] left(int k, double[] diagonal) throws jpvmException {
        double[][] left = new double[blocks][];
        boolean has = grid.hasColumn(k);
        jpvmBuffer buffer = has ? new jpvmBuffer() : jpvm.pvm_recv(tids[grid.owner(grid.row(), k)], LEFT).buffer;
        for (int i = grid.rowAfter(k); i < blocks; i += grid.rows()) {
            if (has) lu.solveBelow(mine[i][k], diagonal);
            if (has) buffer.pack(mine[i][k], length, 1);
            left[i] = has ? mine[i][k] : unpack(buffer);
        }
        if (has) jpvm.pvm_mcast(buffer, row, row.length, LEFT);
        return left;
    }

    /** Returns the blocks of row k in the columns of this task. */
    private double[][] upper(int k, double[] diagonal) throws jpvmException {
        double[][] upper = new double[blocks][];
        boolean has = grid.hasRow(k);
        jpvmBuffer buffer = has ? new jpvmBuffer() : jpvm.pvm_recv(tids[grid.owner(k, grid.column())], UPPER).buffer;
        for (int j = grid.columnAfter(k); j < blocks; j += grid.columns()) {
            if (has) lu.solveRight(mine[k][j], diagonal);
            if (has) buffer.pack(mine[k][j], length, 1);
            upper[j] = has ? mine[k][j] : unpack(buffer);
        }
        if (has) jpvm.pvm_mcast(buffer, column, column.length, UPPER);
        return upper;
    }

    private double[] unpack(jpvmBuffer buffer) throws jpvmException {
        double[] block = new double[length];
        buffer.unpack(block, length, 1);
        return block;
    }

    /** Sends all blocks of a task to the first one, in one message. */
    @Override
    public double[] result() throws jpvmException {
        jpvmBuffer buffer = new jpvmBuffer();
        for (double[][] line : mine) for (double[] block : line) if (block != null) buffer.pack(block, length, 1);
        jpvm.pvm_send(buffer, tids[0], MINE);
        double[] whole = new double[blocks * blocks * length];
        if (me > 0) return whole;
        jpvmBuffer[] buffers = new jpvmBuffer[tids.length];
        for (int rank = 0; rank < tids.length; rank++) buffers[rank] = jpvm.pvm_recv(tids[rank], MINE).buffer;
        for (int i = 0; i < blocks; i++)
            for (int j = 0; j < blocks; j++) lu.put(unpack(buffers[grid.owner(i, j)]), i, j, whole);
        return whole;
    }
}
