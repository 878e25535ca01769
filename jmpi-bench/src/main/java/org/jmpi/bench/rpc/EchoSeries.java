package org.jmpi.bench.rpc;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.jmpi.bench.Pace;
import org.jmpi.bench.Series;

/**
 * Times calls that return what they are given: 64 of each size, each alone, after a warm-up, as
 * {@code pingpong --paper} does.
 */
final class EchoSeries {
    private static final int REPETITIONS = 64;

    private final Worker worker;
    private final Pace pace;
    private long warmUpNanos;

    EchoSeries(Worker worker, Pace pace) {
        this.worker = worker;
        this.pace = pace;
        warmUpNanos = pace.firstWarmUpNanos();
    }

    /** Calls for a while without timing it, before the first size for longer. */
    private void warmUp(byte[] data) throws IOException {
        long end = System.nanoTime() + warmUpNanos;
        while (System.nanoTime() < end) worker.echo(data);
        warmUpNanos = pace.warmUpNanos();
    }

    /** Says whether an array comes back as it was. */
    boolean isRight(int bytes) throws IOException {
        byte[] data = new byte[bytes];
        new Random(bytes).nextBytes(data);
        return Arrays.equals(data.clone(), worker.echo(data));
    }

    /** Returns the times of calls. */
    Series measure(int bytes) throws IOException {
        byte[] data = new byte[bytes];
        warmUp(data);
        double[] micros = new double[REPETITIONS];
        for (int k = 0; k < REPETITIONS; k++) {
            long start = System.nanoTime();
            data = worker.echo(data);
            micros[k] = (System.nanoTime() - start) / 1e3;
        }
        return Series.of("roundtrip", 2, bytes, micros);
    }
}
