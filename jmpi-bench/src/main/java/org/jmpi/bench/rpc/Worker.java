package org.jmpi.bench.rpc;

import java.io.IOException;
import java.rmi.Remote;

/** What a master asks of a worker in another JVM. */
public interface Worker extends Remote {
    /** Returns what it is given. */
    byte[] echo(byte[] data) throws IOException;

    /** Returns the inner product of a row and a column, which are of the same length. */
    double multiply(double[] row, double[] column) throws IOException;
}
