package org.jmpi.bench.rpc;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.jmpi.bench.Pace;
import org.jmpi.bench.Series;
import org.jmpi.bench.WarmUp;

/**
 * Times calls that return what they are given: 64 of each size, each alone, after a warm-up, as
 * {@code pingpong --paper} does.
 */
public final class EchoSeries {
    private static final int REPETITIONS = 64;
    private static final String OP = "roundtrip";

    /** Somewhere else, that returns what it is given. */
    public interface Echo {
        byte[] of(byte[] data) throws IOException;
    }

    private final Echo echo;
    private final WarmUp warmUp;

    /** Prepares for any number of sizes. */
    public EchoSeries(Echo echo, Pace pace) {
        this.echo = echo;
        warmUp = new WarmUp(pace);
    }

    /** Prints the times of each size, and returns which array came back as another one, if any. */
    public String print(int... sizes) throws IOException {
        for (int bytes : sizes) {
            if (!isRight(bytes)) return "another array came back, of " + bytes + " bytes";
            System.out.println(measure(bytes).line());
        }
        return "";
    }

    private void warmUp(byte[] data) throws IOException {
        long end = System.nanoTime() + warmUp.nanos(OP);
        while (System.nanoTime() < end) echo.of(data);
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
        return Series.of(OP, 2, bytes, micros);
    }
}
