package org.jmpi.bench.application;

import org.jmpi.bench.ProgressBar;
import org.jmpi.dsm.SharedDoubles;
import org.jmpi.dsm.SpaceOptions;

/**
 * Trains a network by shared arrays. Each rank has a part of the items. At the end of an epoch each rank adds its
 * changes to the shared ones, under a lock. Rank 0 applies them to the shared weights between two barriers.
 */
final class NetworkBySharedArrays extends SharedArraySolution<double[]> {
    private static final int CHANGES = 0;

    private final Network network;
    private final Parts parts;
    private final double[] weights;
    private final SharedDoubles sharedWeights;
    private final SharedDoubles sharedChanges;

    NetworkBySharedArrays(Network network, SpaceOptions options) {
        super(options);
        this.network = network;
        parts = new Parts(network.items(), ranks);
        weights = network.start();
        sharedWeights = space.doubles(weights.length);
        sharedChanges = space.doubles(weights.length);
    }

    @Override
    public void run(ProgressBar progress) {
        for (int epoch = 0; epoch < network.epochs(); epoch++) {
            double[] changes = new double[weights.length];
            network.train(weights, parts.first(me), parts.first(me + 1), changes, progress);
            add(changes);
            space.barrier();
            if (me == 0) apply();
            space.barrier();
            sharedWeights.read(0, weights, 0, weights.length);
        }
    }

    private void add(double[] changes) {
        double[] sum = new double[changes.length];
        space.lock(CHANGES);
        sharedChanges.read(0, sum, 0, sum.length);
        for (int i = 0; i < sum.length; i++) sum[i] += changes[i];
        sharedChanges.write(0, sum, 0, sum.length);
        space.unlock(CHANGES);
    }

    /** Applies the changes to the weights, and begins with no changes again. */
    private void apply() {
        double[] sum = new double[weights.length];
        sharedChanges.read(0, sum, 0, sum.length);
        network.apply(sum, weights);
        sharedWeights.write(0, weights, 0, weights.length);
        sharedChanges.write(0, new double[sum.length], 0, sum.length);
    }

    @Override
    public double[] result() {
        return weights;
    }
}
