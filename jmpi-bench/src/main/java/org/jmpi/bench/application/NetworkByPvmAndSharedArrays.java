package org.jmpi.bench.application;

import jpvm.jpvmException;
import org.jmpi.dsm.SharedDoubles;
import org.jmpi.dsm.SharedSpace;
import org.jmpi.dsm.SpaceOptions;

/**
 * Trains a network by messages of PVM for the changes and a shared array for the weights. If all ranks added their
 * changes to one shared array, each of its pages would have a diff of every rank.
 */
final class NetworkByPvmAndSharedArrays extends NetworkByPvm {
    private final SharedSpace space = SharedSpace.make(SpaceOptions.DEFAULT.copies());
    private final SharedDoubles shared;
    private final long messages;
    private final long bytes;

    NetworkByPvmAndSharedArrays(Network network) throws Exception, jpvmException {
        super(network);
        int weights = network.start().length;
        shared = space.doubles(weights);
        messages = me == 0 ? 0 : network.epochs();
        bytes = messages * weights * Double.BYTES;
    }

    @Override
    void give(double[] weights) {
        space.barrier();
        if (me == 0) shared.write(0, weights, 0, weights.length);
        space.barrier();
        shared.read(0, weights, 0, weights.length);
    }

    @Override
    public String statistics() throws Exception {
        return SharedArraySolution.statistics(space, messages, bytes);
    }

    @Override
    public void free() throws jpvmException {
        space.close();
        super.free();
    }
}
