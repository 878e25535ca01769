package org.jmpi.bench;

import java.util.Arrays;
import java.util.List;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Times passive accesses of rank 0, each alone, while rank 1 computes and calls nothing. Both do so for the same time,
 * since a library whose targets have to call something may end no access before.
 */
final class ComputingTarget {
    /** Steps of the computation between two looks at the clock. */
    private static final int STEPS = 20_000;

    /** The most accesses of a batch, so that their times find room. */
    private static final int MOST = 1 << 20;

    private static final long BATCH_NANOS = 100_000_000;
    private static final int TARGET = 1;

    private final Pace pace;
    private final Intracomm pair;
    private final WarmUp warmUp;
    private final boolean first;
    private final double[] micros = new double[MOST];

    /** How many accesses the last batch had. */
    private int accesses;

    /** The result of the computation, so that it is not left out. */
    private volatile double computed;

    ComputingTarget(Pace pace, Intracomm pair) throws Exception {
        this.pace = pace;
        this.pair = pair;
        warmUp = new WarmUp(pace);
        first = pair.Rank() == 0;
    }

    /** Returns, in µs: median and 99th percentile of each batch, and a piece of the computation, accessed and alone. */
    List<Series> time(Access access, Exposure exposure) throws Exception {
        int batches = pace.batches();
        double[] medians = new double[batches];
        double[] percentiles = new double[batches];
        double[] accessed = new double[batches];
        double[] alone = new double[batches];
        long untimed = warmUp.nanos(access.toString());
        for (long spent = 0; spent < untimed; spent += BATCH_NANOS) accessed[0] = batch(exposure);
        for (int k = 0; k < batches; k++) {
            alone[k] = batch(null);
            accessed[k] = batch(exposure);
            medians[k] = micros[accesses / 2];
            percentiles[k] = micros[(int) (accesses * 0.99)];
        }
        int ranks = MPI.COMM_WORLD.Size();
        return List.of(
                Series.of(access + "-median", ranks, exposure.bytes(), medians),
                Series.of(access + "-percentile", ranks, exposure.bytes(), percentiles),
                Series.of("computing-accessed", ranks, 0, accessed),
                Series.of("computing-alone", ranks, 0, alone));
    }

    /**
     * Has rank 1 compute, and rank 0 access its memory.
     *
     * @param exposure null for no access
     * @return how long a piece of the computation took, in µs, on both ranks
     */
    private double batch(Exposure exposure) throws Exception {
        double[] piece = new double[1];
        pair.Barrier();
        if (!first) piece[0] = compute();
        else if (exposure != null) access(exposure);
        pair.Bcast(piece, 0, 1, MPI.DOUBLE, TARGET);
        return piece[0];
    }

    private void access(Exposure exposure) throws Exception {
        accesses = 0;
        long begin = System.nanoTime();
        for (long last = begin; last - begin < BATCH_NANOS && accesses < MOST; ) {
            exposure.flush();
            long now = System.nanoTime();
            micros[accesses++] = (now - last) / 1e3;
            last = now;
        }
        Arrays.sort(micros, 0, accesses);
    }

    private double compute() {
        long pieces = 0;
        double x = computed;
        long begin = System.nanoTime();
        long now = begin;
        for (; now - begin < BATCH_NANOS; now = System.nanoTime()) {
            for (int i = 0; i < STEPS; i++) x = x * 0.999_999 + 1;
            pieces++;
        }
        computed = x;
        return (now - begin) / 1e3 / pieces;
    }
}
