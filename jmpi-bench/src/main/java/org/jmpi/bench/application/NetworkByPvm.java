package org.jmpi.bench.application;

import jpvm.jpvmException;
import jpvm.jpvmTaskId;
import org.jmpi.bench.ProgressBar;

/**
 * Trains a network by messages of PVM. Each task has a part of the items. At the end of an epoch each one sends its
 * changes to the first task, which adds and applies them, and sends the weights to all.
 */
class NetworkByPvm extends TaskSolution<double[]> {
    private static final int CHANGES = 1;
    private static final int WEIGHTS = 2;

    private final Network network;
    private final Parts parts;
    private final double[] weights;

    NetworkByPvm(Network network) throws Exception, jpvmException {
        this.network = network;
        parts = new Parts(network.items(), tids.length);
        weights = network.start();
    }

    @Override
    public final void run(ProgressBar progress) throws jpvmException {
        for (int epoch = 0; epoch < network.epochs(); epoch++) {
            double[] changes = new double[weights.length];
            network.train(weights, parts.first(me), parts.first(me + 1), changes, progress);
            jpvm.pvm_send(buffer(changes), tids[0], CHANGES);
            if (me == 0) network.apply(sum(), weights);
            give(weights);
        }
    }

    /** Gives the weights of the first task to all. */
    void give(double[] weights) throws jpvmException {
        if (me == 0) jpvm.pvm_mcast(buffer(weights), tids, tids.length, WEIGHTS);
        jpvm.pvm_recv(tids[0], WEIGHTS).buffer.unpack(weights, weights.length, 1);
    }

    private double[] sum() throws jpvmException {
        double[] sum = new double[weights.length];
        double[] changes = new double[weights.length];
        for (jpvmTaskId each : tids) {
            jpvm.pvm_recv(each, CHANGES).buffer.unpack(changes, changes.length, 1);
            for (int i = 0; i < sum.length; i++) sum[i] += changes[i];
        }
        return sum;
    }

    @Override
    public final double[] result() {
        return weights;
    }
}
