package org.jmpi.bench;

/**
 * The Mandelbrot iteration z = z * z + c, from z = 0, until |z| exceeds 2 or the limit is reached.
 *
 * <p>The arithmetic is that of the plain textbook loop, point by point, without shortcuts for points that are known to
 * lie in the set: a run against another MPI compares the same work.
 */
public final class Orbit {
    /** Square of a |z| so far out that {@link #escape} does not show in which step a point got there. */
    private static final double FAR = 1 << 16;

    private static final double LOG_FAR = Math.log(FAR);

    /**
     * How a point escapes.
     *
     * @param time in iterations, not negative
     * @param distance bound of its distance to the set in the complex plane, at most four times too large
     */
    public record Escape(double time, double distance) {}

    private Orbit() {}

    /** Returns after how many iterations the point escapes, or the limit if it does not. */
    public static int iterations(double cx, double cy, int limit) {
        double x = 0;
        double y = 0;
        double xx = 0;
        double yy = 0;
        int n = 0;
        while (n < limit && xx + yy <= 4) {
            y = 2 * x * y + cy;
            x = xx - yy + cx;
            xx = x * x;
            yy = y * y;
            n++;
        }
        return n;
    }

    /** Computes the iterations of a tile's points, row by row, into an array from an offset on. */
    public static void compute(Grid grid, Grid.Tile tile, int limit, int[] result, int offset) {
        int k = offset;
        for (int row = tile.top(); row < tile.top() + tile.height(); row++) {
            double cy = grid.y(row);
            for (int column = tile.left(); column < tile.left() + tile.width(); column++) {
                result[k++] = iterations(grid.x(column), cy, limit);
            }
        }
    }

    /**
     * Returns the escape of a point outside the set, in real numbers: the time goes smoothly from one iteration count
     * to the next, n + 1 - log2(log2 |z|) up to a constant; the distance to the set is at most 2 |z| ln |z| / |z'|,
     * where z' is the derivative of z by c.
     */
    public static Escape escape(double cx, double cy) {
        double x = 0;
        double y = 0;
        double dx = 0;
        double dy = 0;
        int n = 0;
        while (x * x + y * y <= FAR) {
            double t = 2 * (x * dx - y * dy) + 1;
            dy = 2 * (x * dy + y * dx);
            dx = t;
            t = x * x - y * y + cx;
            y = 2 * x * y + cy;
            x = t;
            n++;
        }
        double log = Math.log(x * x + y * y);
        double time = n - Math.log(log / LOG_FAR) / Math.log(2);
        return new Escape(Math.max(0, time), Math.hypot(x, y) * log / Math.hypot(dx, dy));
    }
}
