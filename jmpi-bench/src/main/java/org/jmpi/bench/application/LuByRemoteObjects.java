package org.jmpi.bench.application;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jmpi.Jmpi;
import org.jmpi.bench.ProgressBar;
import org.jmpi.rpc.GlobalRef;
import org.jmpi.rpc.ObjectSpace;
import org.jmpi.rpc.Simple;

/**
 * Factors a matrix by remote objects. The ranks are a {@link BlockGrid}. A rank asks for each block of other ranks that
 * it needs in a step, all at once. The answer comes when the owner has finished the block, so ranks wait for each other
 * at no other place.
 */
final class LuByRemoteObjects implements Solution<double[]> {
    /** The blocks of a rank. */
    interface Blocks {
        /** Returns a block when it is finished. */
        @Simple
        CompletableFuture<double[]> block(int row, int column);
    }

    private final ObjectSpace space = ObjectSpace.open();
    private final Lu lu;
    private final int blocks;
    private final BlockGrid grid = BlockGrid.ofWorld();

    /** The blocks of this rank; null where others have them. */
    private final double[][][] mine;

    /** Those that are finished are complete. */
    private final List<CompletableFuture<double[]>> finished;

    private final Map<Integer, CompletableFuture<double[]>> fetched = new HashMap<>();
    private final List<GlobalRef<Blocks>> ranks;

    LuByRemoteObjects(Lu lu) throws Exception {
        this.lu = lu;
        blocks = lu.blocks();
        mine = grid.blocksOf(lu);
        finished = Stream.generate(CompletableFuture<double[]>::new)
                .limit((long) blocks * blocks)
                .toList();
        ranks = space.exportAll(Blocks.class, this::finished);
    }

    private CompletableFuture<double[]> finished(int row, int column) {
        return finished.get(row * blocks + column);
    }

    private void finish(int row, int column) {
        finished(row, column).complete(mine[row][column]);
    }

    /** Returns a block of any rank, which comes when it is finished. */
    private CompletableFuture<double[]> block(int row, int column) {
        if (mine[row][column] != null) return finished(row, column);
        Blocks owner = ranks.get(grid.owner(row, column)).get();
        return fetched.computeIfAbsent(row * blocks + column, place -> owner.block(row, column));
    }

    @Override
    public void run(ProgressBar progress) {
        for (int k = 0; k < blocks; k++) {
            factor(k);
            for (int i = grid.rowAfter(k); i < blocks; i += grid.rows()) block(i, k);
            for (int j = grid.columnAfter(k); j < blocks; j += grid.columns()) block(k, j);
            for (int i = grid.rowAfter(k); i < blocks; i += grid.rows())
                for (int j = grid.columnAfter(k); j < blocks; j += grid.columns())
                    lu.update(mine[i][j], space.await(block(i, k)), 0, space.await(block(k, j)), 0);
            progress.show(k, blocks);
        }
    }

    /** Finishes the blocks of this rank in column k and in row k. */
    private void factor(int k) {
        if (mine[k][k] != null) {
            lu.factor(mine[k][k]);
            finish(k, k);
        }
        for (int i = k + 1; i < blocks; i++) {
            if (mine[i][k] != null) {
                lu.solveBelow(mine[i][k], space.await(block(k, k)));
                finish(i, k);
            }
            if (mine[k][i] != null) {
                lu.solveRight(mine[k][i], space.await(block(k, k)));
                finish(k, i);
            }
        }
    }

    @Override
    public double[] result() {
        if (space.rank() != 0) return new double[0];
        double[] whole = new double[blocks * blocks * lu.edge() * lu.edge()];
        for (int i = 0; i < blocks; i++) for (int j = 0; j < blocks; j++) lu.put(space.await(block(i, j)), i, j, whole);
        return whole;
    }

    @Override
    public void free() {
        Jmpi.world().barrier();
        ranks.get(space.rank()).drop();
    }
}
