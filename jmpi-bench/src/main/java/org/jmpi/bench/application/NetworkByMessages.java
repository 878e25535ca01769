package org.jmpi.bench.application;

import mpi.MPI;
import org.jmpi.bench.ProgressBar;

/**
 * Trains a network by messages. Each rank has a part of the items. At the end of an epoch rank 0 gets the sum of all
 * changes by Reduce, applies it, and sends the weights to all by Bcast.
 */
final class NetworkByMessages implements Solution<double[]> {
    private final Network network;
    private final int first;
    private final int end;
    private final double[] weights;
    private final Sent sent = new Sent();

    NetworkByMessages(Network network) throws Exception {
        this.network = network;
        Parts parts = new Parts(network.items(), MPI.COMM_WORLD.Size());
        first = parts.first(MPI.COMM_WORLD.Rank());
        end = parts.first(MPI.COMM_WORLD.Rank() + 1);
        weights = network.start();
    }

    @Override
    public void run(ProgressBar progress) throws Exception {
        double[] sum = new double[weights.length];
        for (int epoch = 0; epoch < network.epochs(); epoch++) {
            double[] changes = new double[weights.length];
            network.train(weights, first, end, changes, progress);
            MPI.COMM_WORLD.Reduce(changes, 0, sum, 0, sum.length, MPI.DOUBLE, MPI.SUM, 0);
            if (MPI.COMM_WORLD.Rank() == 0) network.apply(sum, weights);
            MPI.COMM_WORLD.Bcast(weights, 0, weights.length, MPI.DOUBLE, 0);
            // The changes of a rank, and its weights: what a tree sends, whatever the algorithm.
            if (MPI.COMM_WORLD.Rank() == 0) continue;
            sent.doubles(sum.length);
            sent.doubles(weights.length);
        }
    }

    @Override
    public String statistics() throws Exception {
        return sent.ofAllRanks();
    }

    @Override
    public double[] result() {
        return weights;
    }
}
