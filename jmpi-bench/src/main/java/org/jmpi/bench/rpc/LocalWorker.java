package org.jmpi.bench.rpc;

import org.jmpi.bench.MatrixProduct;

/** A worker in its own JVM. */
final class LocalWorker implements Worker {
    @Override
    public byte[] echo(byte[] data) {
        return data;
    }

    @Override
    public double multiply(double[] row, double[] column) {
        return MatrixProduct.multiply(row, column);
    }
}
