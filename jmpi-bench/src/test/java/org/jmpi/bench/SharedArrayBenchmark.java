package org.jmpi.bench;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import mpi.MPI;
import org.jmpi.dsm.SharedDoubles;
import org.jmpi.dsm.SharedSpace;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Elements of a shared array whose pages are valid: one compare each. */
public class SharedArrayBenchmark extends MicroBenchmark {
    private static final int LENGTH = 8192;

    private final double[] array = new double[LENGTH];
    private final ByteBuffer buffer =
            ByteBuffer.allocateDirect(LENGTH * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final double[] copy = new double[LENGTH];
    private SharedSpace space;
    private SharedDoubles shared;

    @Setup
    public void begin() {
        MPI.Init(new String[0]);
        space = SharedSpace.make();
        shared = space.doubles(LENGTH);
    }

    @TearDown
    public void end() {
        space.close();
        MPI.Finalize();
    }

    @Benchmark
    @OperationsPerInvocation(LENGTH)
    public double getOfArray() {
        double sum = 0;
        for (int i = 0; i < LENGTH; i++) sum += array[i];
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(LENGTH)
    public double getOfBuffer() {
        double sum = 0;
        for (int i = 0; i < LENGTH; i++) sum += buffer.getDouble(i << 3);
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(LENGTH)
    public double get() {
        double sum = 0;
        for (int i = 0; i < LENGTH; i++) sum += shared.get(i);
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(LENGTH)
    public double read() {
        shared.read(0, copy, 0, LENGTH);
        double sum = 0;
        for (int i = 0; i < LENGTH; i++) sum += copy[i];
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(LENGTH)
    public double[] setOfArray() {
        for (int i = 0; i < LENGTH; i++) array[i] = i;
        return array;
    }

    @Benchmark
    @OperationsPerInvocation(LENGTH)
    public SharedDoubles set() {
        for (int i = 0; i < LENGTH; i++) shared.set(i, i);
        return shared;
    }
}
