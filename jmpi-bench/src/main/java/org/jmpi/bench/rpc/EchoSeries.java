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
public final class EchoSeries {
    private static final int REPETITIONS = 64;

    /** Somewhere else, that returns what it is given. */
    public interface Echo {
        byte[] of(byte[] data) throws IOException;
    }

    private final Echo echo;
    private final Pace pace;
    private long warmUpNanos;

    /** Prepares for any number of sizes. */
    public EchoSeries(Echo echo, Pace pace) {
        this.echo = echo;
        this.pace = pace;
        warmUpNanos = pace.firstWarmUpNanos();
    }

    /** Prints the times of each size, and returns which array came back as another one, if any. */
    public String print(int... sizes) throws IOException {
        for (int bytes : sizes) {
            if (!isRight(bytes)) return "another array came back, of " + bytes + " bytes";
            System.out.println(measure(bytes).line());
        }
        return "";
    }

    /** Calls for a while without timing it, before the first size for longer. */
    private void warmUp(byte[] data) throws IOException {
        long end = System.nanoTime() + warmUpNanos;
        while (System.nanoTime() < end) echo.of(data);
        warmUpNanos = pace.warmUpNanos();
    }

    /** Says whether an array comes back as it was. */
    boolean isRight(int bytes) throws IOException {
        byte[] data = new byte[bytes];
        new Random(bytes).nextBytes(data);
        return Arrays.equals(data.clone(), echo.of(data));
    }

    /** Returns the times of calls. */
    Series measure(int bytes) throws IOException {
        byte[] data = new byte[bytes];
        warmUp(data);
        double[] micros = new double[REPETITIONS];
        for (int k = 0; k < REPETITIONS; k++) {
            long start = System.nanoTime();
            data = echo.of(data);
            micros[k] = (System.nanoTime() - start) / 1e3;
        }
        return Series.of("roundtrip", 2, bytes, micros);
    }
}
