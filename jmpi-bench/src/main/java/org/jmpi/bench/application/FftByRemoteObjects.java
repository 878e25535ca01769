package org.jmpi.bench.application;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jmpi.Jmpi;
import org.jmpi.World;
import org.jmpi.bench.ProgressBar;
import org.jmpi.rpc.ObjectSpace;
import org.jmpi.rpc.RemoteArray;

/**
 * Transforms by remote objects. The ranks have the points like cards that are dealt, then in blocks, as by messages. In
 * between each rank copies a part of each other rank's array. The ranks that have no points take part in barriers.
 */
final class FftByRemoteObjects implements Solution<double[]> {
    private final ObjectSpace space = ObjectSpace.open();
    private final World world = Jmpi.world();
    private final int me = space.rank();
    private final Fft fft;
    private final int ranks;
    private final double[] dealt;
    private final double[] block;
    private final List<RemoteArray<double[]>> allDealt;
    private final List<RemoteArray<double[]>> allBlocks;

    FftByRemoteObjects(Fft fft) {
        this.fft = fft;
        ranks = fft.ranks(space.size());
        dealt = fft.deal(me, ranks);
        block = new double[dealt.length];
        allDealt = world.allGather(space.exportArray(dealt));
        allBlocks = world.allGather(space.exportArray(block));
    }

    @Override
    public void run(ProgressBar progress) {
        fft.transform(dealt, me, ranks, fft.points() / 2, ranks, progress);
        world.barrier();
        remap();
        fft.transform(block, me * (block.length / 2), 1, ranks / 2, 1, progress);
    }

    /** Fills the block: each P-th of its points comes from the same rank. */
    private void remap() {
        int part = dealt.length / ranks;
        double[] parts = new double[dealt.length];
        List<CompletableFuture<Void>> copies = new ArrayList<>();
        for (int step = 0; step < ranks; step++) {
            int from = (me + step) % ranks;
            copies.add(allDealt.get(from).startGet(me * part, parts, from * part, part));
        }
        copies.forEach(space::await);
        for (int from = 0; from < ranks; from++)
            for (int k = 0; k < part; k += 2) System.arraycopy(parts, from * part + k, block, k * ranks + 2 * from, 2);
    }

    @Override
    public double[] result() {
        double[] all = new double[me == 0 ? 2 * fft.points() : 0];
        for (int rank = 0; rank < ranks && me == 0; rank++)
            allBlocks.get(rank).get(0, all, rank * block.length, block.length);
        return all;
    }

    @Override
    public void free() {
        world.barrier();
        allDealt.get(me).drop();
        allBlocks.get(me).drop();
    }
}
