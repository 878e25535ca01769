package org.jmpi.bench.application;

import java.util.Random;
import org.jmpi.bench.ProgressBar;

/**
 * Transforms complex points (discrete Fourier transform) by butterflies. The result is in bit-reversed order, as
 * butterflies leave it. A butterfly of distance d combines the points i and i + d:
 *
 * <pre>
 *   z[i], z[i + d] = z[i] + z[i + d], (z[i] - z[i + d]) exp(-pi sqrt(-1) (i mod d) / d)
 * </pre>
 *
 * The distances go from half the number of points down to 1. Every solution computes the same butterflies, so the
 * results are equal. A point is two doubles of an array, its real and its imaginary part.
 *
 * <p>Source: "MRPC: A High Performance RPC System for MPMD Parallel Computing", section 5.4: a million points.
 */
final class Fft implements Problem<double[]> {
    private static final int SEED = 54;

    private final int points;
    private final double[] start;

    /** exp(-2 pi sqrt(-1) j / points) for j up to half the number of points. */
    private final double[] roots;

    /** Makes random points; their number is a power of 2. */
    Fft(int points) {
        if (Integer.bitCount(points) != 1) throw new IllegalArgumentException("not a power of 2: " + points);
        this.points = points;
        start = new Random(SEED).doubles(2L * points, -1, 1).toArray();
        roots = new double[points];
        for (int j = 0; j < points / 2; j++) {
            // The same on each processor, unlike Math.cos.
            roots[2 * j] = StrictMath.cos(2 * Math.PI * j / points);
            roots[2 * j + 1] = -StrictMath.sin(2 * Math.PI * j / points);
        }
    }

    /** Returns the number of points. */
    int points() {
        return points;
    }

    /** Returns the points to be transformed, which callers leave as they are. */
    double[] start() {
        return start;
    }

    /** Returns how many of some ranks take part: a power of 2, not above the root of the number of points. */
    int ranks(int all) {
        int root = 1 << Integer.numberOfTrailingZeros(points) / 2;
        return Integer.highestOneBit(Math.min(all, root));
    }

    /** Returns the points that a rank has when they are dealt like cards to some ranks; none if it is not of these. */
    double[] deal(int rank, int ranks) {
        double[] mine = new double[rank < ranks ? 2 * points / ranks : 0];
        for (int k = 0; k < mine.length; k += 2) System.arraycopy(start, k * ranks + 2 * rank, mine, k, 2);
        return mine;
    }

    @Override
    public String size() {
        return points + " points";
    }

    @Override
    public double[] solve(ProgressBar progress) {
        double[] z = start.clone();
        transform(z, 0, 1, points / 2, 1, progress);
        return z;
    }

    @Override
    public Check check(double[] expected, double[] result) {
        return Check.equal(expected, result);
    }

    /**
     * Computes all butterflies of some distances among the points {@code first}, {@code first + stride}, ...
     *
     * @param z those points
     * @param from the first distance
     * @param to the last distance, at least {@code stride}; nothing happens if it is above {@code from}
     */
    void transform(double[] z, int first, int stride, int from, int to, ProgressBar progress) {
        for (int distance = from; distance >= to && distance > 0; distance /= 2) {
            int half = distance / stride;
            for (int start = 0; start < z.length / 2; start += 2 * half)
                for (int k = start; k < start + half; k++)
                    butterfly(z, 2 * k, 2 * (k + half), (first + k * stride & distance - 1) * (points / distance));
            progress.show(points - distance, points);
        }
    }

    private void butterfly(double[] z, int a, int b, int root) {
        double re = z[a] - z[b];
        double im = z[a + 1] - z[b + 1];
        z[a] += z[b];
        z[a + 1] += z[b + 1];
        z[b] = re * roots[root] - im * roots[root + 1];
        z[b + 1] = re * roots[root + 1] + im * roots[root];
    }
}
