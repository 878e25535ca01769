package org.jmpi.bench;

import java.util.Arrays;
import java.util.Locale;

/**
 * What one series of timings has come to: a row of the benchmark's output.
 *
 * @param op what was timed
 * @param ranks size of the world
 * @param bytes payload of one message, or 0
 * @param median median time in microseconds
 * @param min shortest time in microseconds
 * @param max longest time in microseconds
 */
record Sample(String op, int ranks, long bytes, double median, double min, double max) {
    /** Names of the columns of {@link #csv}. */
    static final String CSV_HEADING = "peer,op,ranks,bytes,median_us,min_us,max_us,MB_per_s";

    /** Sums up times in microseconds, which are sorted by this. */
    static Sample of(String op, int ranks, long bytes, double[] times) {
        Arrays.sort(times);
        return new Sample(op, ranks, bytes, times[times.length / 2], times[0], times[times.length - 1]);
    }

    /** Returns the throughput at the median, in 10^6 bytes per second. */
    double megabytesPerSecond() {
        return bytes / median;
    }

    /** Returns how many of these happen per second, at the median. */
    double perSecond() {
        return 1e6 / median;
    }

    /** Returns the row, with an empty name of the MPI library in the first column. */
    String csv() {
        return String.format(
                Locale.ROOT,
                "-,%s,%d,%d,%.3f,%.3f,%.3f,%.1f",
                op,
                ranks,
                bytes,
                median,
                min,
                max,
                megabytesPerSecond());
    }
}
