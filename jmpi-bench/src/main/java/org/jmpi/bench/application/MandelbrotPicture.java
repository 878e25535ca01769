package org.jmpi.bench.application;

import org.jmpi.bench.Grid;
import org.jmpi.bench.Orbit;
import org.jmpi.bench.ProgressBar;
import org.jmpi.bench.Region;

/**
 * Computes the iterations of each point of a square picture of the Mandelbrot set. The results of all solutions are
 * equal.
 *
 * <p>Source: "A Performance Comparison of DSM, PVM, and MPI", which computes pictures of 1000 x 1000 and 2000 x 2000
 * points with 1000 iterations at most, in twice as many sections as there are processors, or more. Here a picture has
 * {@value #SECTIONS} sections, each of whole rows: enough for 32 ranks.
 */
final class MandelbrotPicture implements Problem<int[]> {
    private static final int SECTIONS = 64;

    private final Grid grid;
    private final int limit;

    MandelbrotPicture(int size, int limit) {
        grid = new Grid(size, size, (size + SECTIONS - 1) / SECTIONS, Region.parse(Region.WHOLE_SET));
        this.limit = limit;
    }

    /** Returns the points; a task is a section. */
    Grid grid() {
        return grid;
    }

    /** Returns the largest number of iterations. */
    int limit() {
        return limit;
    }

    @Override
    public String size() {
        return grid.size() + " x " + grid.size();
    }

    @Override
    public int[] solve(ProgressBar progress) {
        int[] image = new int[grid.points()];
        for (int section = 0; section < grid.tasks(); section++) {
            Grid.Tile tile = grid.tile(section);
            Orbit.compute(grid, tile, limit, image, tile.top() * grid.size());
            progress.show(section, grid.tasks());
        }
        return image;
    }

    @Override
    public Check check(int[] expected, int[] result) {
        return Check.equal(expected, result);
    }
}
