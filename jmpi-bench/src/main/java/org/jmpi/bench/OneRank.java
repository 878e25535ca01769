package org.jmpi.bench;

/**
 * The time that one rank takes for a picture of {@link Mandelbrot}. If the picture takes longer than
 * {@value #LIMIT_NANOS} ns, an even sample of its tasks stands for all of them.
 *
 * @param micros time in microseconds for all tasks
 * @param timed number of tasks that were computed
 */
record OneRank(double micros, int timed) {
    private static final long LIMIT_NANOS = 2_000_000_000L;

    /** Steps by the golden ratio spread any number of tasks evenly over the picture. */
    private static final double STEP = 0.6180339887498949;

    /** Computes the picture several times on the calling thread, and times the last time. */
    static OneRank warmed(Grid grid, int limit, int warmUp) {
        for (int k = 0; k < warmUp; k++) time(grid, limit, LIMIT_NANOS);
        return time(grid, limit, LIMIT_NANOS);
    }

    static OneRank time(Grid grid, int limit, long limitNanos) {
        int[] result = new int[grid.pointsPerTask()];
        int tasks = grid.tasks();
        int step = step(tasks);
        long start = System.nanoTime();
        long points = 0;
        int timed = 0;
        for (int task = 0; timed < tasks; task = (int) ((task + (long) step) % tasks)) {
            Grid.Tile tile = grid.tile(task);
            Orbit.compute(grid, tile, limit, result, 0);
            points += tile.points();
            timed++;
            if (System.nanoTime() - start >= limitNanos) break;
        }
        double micros = (System.nanoTime() - start) / 1e3;
        return new OneRank(micros * grid.points() / points, timed);
    }

    /** Returns a step that has no common factor with the number of tasks, so that it meets each of them once. */
    private static int step(int tasks) {
        int step = Math.max(1, (int) (STEP * tasks));
        while (gcd(step, tasks) > 1) step++;
        return step;
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }
}
