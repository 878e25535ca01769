package org.jmpi.bench.rpc;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.jmpi.bench.Series;

/** Times calls that return what they are given: 64 of each size, each alone, after a warm-up, as {@code pingpong --paper} does. */
final class EchoSeries {
    private static final int REPETITIONS = 64;
    private static final long FIRST_WARM_UP_NANOS = 1_000_000_000;
    private static final long WARM_UP_NANOS = 200_000_000;
    private static final long QUICK_FIRST_WARM_UP_NANOS = 300_000_000;
    private static final long QUICK_WARM_UP_NANOS = 30_000_000;

    private final Worker worker;
    private final boolean quick;
    private boolean warm;

    EchoSeries(Worker worker, boolean quick) {
        this.worker = worker;
        this.quick = quick;
    }

    /** Calls for a while without timing it, before the first size for longer. */
    private void warmUp(byte[] data) throws IOException {
        long nanos = quick
                ? warm ? QUICK_WARM_UP_NANOS : QUICK_FIRST_WARM_UP_NANOS
                : warm ? WARM_UP_NANOS : FIRST_WARM_UP_NANOS;
        warm = true;
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) worker.echo(data);
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
