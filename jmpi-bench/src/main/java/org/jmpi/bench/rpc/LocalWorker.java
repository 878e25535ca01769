package org.jmpi.bench.rpc;

import org.jmpi.bench.MatrixProduct;
import org.jmpi.rpc.Simple;

/** A worker in its own JVM. */
final class LocalWorker implements Worker {
    @Override
    @Simple
    public byte[] echo(byte[] data) {
        return data;
    }

    @Override
    @Simple
    public double multiply(double[] row, double[] column) {
        return MatrixProduct.multiply(row, column);
    }
}
