package org.jmpi.bench;

import java.util.Locale;

/**
 * The line that times of messages of different lengths n follow: t = t0 + n / r_inf.
 *
 * <p>This is how the benchmark COMMS1 of the Genesis and ParkBench suites describes a message-passing computer, after
 * R. W. Hockney: with half the time of a ping-pong taken as the time t of one message, least squares give the
 * asymptotic bandwidth r_inf, the half-performance length n_1/2, at which half that bandwidth is reached, and the
 * start-up time t0 = n_1/2 / r_inf (Dongarra and Hey: The ParkBench Benchmark Collection, section on COMMS1 and
 * COMMS2).
 *
 * <p>Here every residual is divided by the measured time. Lengths go from a byte to megabytes and times from less than
 * a microsecond to milliseconds; without weights, noise in the longest message would be larger than t0 altogether.
 *
 * @param startup t0 in microseconds
 * @param bandwidth r_inf in 10^6 bytes per second
 * @param worst largest relative distance of a time from the line; changes of protocol show here
 */
record Comms1(double startup, double bandwidth, double worst) {
    /**
     * Finds the line.
     *
     * @param bytes lengths of messages
     * @param micros time of each in microseconds, half a round trip, greater than 0
     * @throws IllegalArgumentException if there are no two different lengths
     */
    static Comms1 fit(double[] bytes, double[] micros) {
        double weights = 0;
        double meanBytes = 0;
        double meanMicros = 0;
        for (int i = 0; i < bytes.length; i++) {
            double weight = 1 / (micros[i] * micros[i]);
            weights += weight;
            meanBytes += weight * bytes[i];
            meanMicros += weight * micros[i];
        }
        meanBytes /= weights;
        meanMicros /= weights;
        double slope = slope(bytes, micros, meanBytes, meanMicros);
        double startup = meanMicros - slope * meanBytes;
        return new Comms1(startup, 1 / slope, worst(bytes, micros, startup, slope));
    }

    private static double slope(double[] bytes, double[] micros, double meanBytes, double meanMicros) {
        double above = 0;
        double below = 0;
        for (int i = 0; i < bytes.length; i++) {
            double distance = (bytes[i] - meanBytes) / micros[i];
            above += distance * (micros[i] - meanMicros) / micros[i];
            below += distance * distance;
        }
        if (below == 0) throw new IllegalArgumentException("a line needs two different lengths");
        return above / below;
    }

    private static double worst(double[] bytes, double[] micros, double startup, double slope) {
        double worst = 0;
        for (int i = 0; i < bytes.length; i++) {
            worst = Math.max(worst, Math.abs(startup + slope * bytes[i] - micros[i]) / micros[i]);
        }
        return worst;
    }

    /** Returns n_1/2 in bytes. */
    double halfLength() {
        return startup * bandwidth;
    }

    /** Says whether the parameters mean anything: times that do not grow with the length give none. */
    boolean isMeaningful() {
        return startup > 0 && bandwidth > 0 && Double.isFinite(bandwidth);
    }

    /** Returns the parameters in one line. */
    @Override
    public String toString() {
        if (!isMeaningful()) return "COMMS1 fit: these times do not follow time = t0 + bytes / r_inf";
        return String.format(
                Locale.ROOT,
                "COMMS1 fit, time = t0 + bytes / r_inf: start-up time t0 %.3f us, bandwidth r_inf %.1f MB/s,"
                        + " half of it at n_1/2 = %.0f bytes; largest deviation %.0f %%",
                startup,
                bandwidth,
                halfLength(),
                100 * worst);
    }
}
