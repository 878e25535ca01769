package org.jmpi.bench;

/**
 * A square grid of points over a {@link Region}, cut into tasks: rectangles as square as possible, numbered row by
 * row, clipped at the right and lower edges. The upper row of the grid has the largest imaginary part.
 *
 * <pre>
 *   size 5, task 4:   0 0 1 1 2
 *                     0 0 1 1 2
 *                     3 3 4 4 5
 *                     3 3 4 4 5
 *                     6 6 7 7 8
 * </pre>
 *
 * @param size points along each edge
 * @param taskWidth points along the upper edge of a task
 * @param taskHeight points along the left edge of a task
 * @param region what the grid covers
 */
public record Grid(int size, int taskWidth, int taskHeight, Region region) {
    /** The points of one task. */
    public record Tile(int left, int top, int width, int height) {
        /** Returns the number of points. */
        public int points() {
            return width * height;
        }
    }

    /** Cuts a grid into tasks of at most the given number of points; 400 gives 20 x 20. */
    public static Grid of(int size, int pointsPerTask, Region region) {
        int width = Math.min(size, (int) Math.sqrt(pointsPerTask));
        return new Grid(size, width, Math.min(size, pointsPerTask / width), region);
    }

    /** Returns the number of points of the whole grid. */
    public int points() {
        return size * size;
    }

    /** Returns the number of points of the largest task. */
    public int pointsPerTask() {
        return taskWidth * taskHeight;
    }

    /** Returns the number of tasks. */
    public int tasks() {
        return columns() * ceilDiv(size, taskHeight);
    }

    /** Returns the points of a task, which is numbered from 0. */
    public Tile tile(int task) {
        int left = task % columns() * taskWidth;
        int top = task / columns() * taskHeight;
        return new Tile(left, top, Math.min(taskWidth, size - left), Math.min(taskHeight, size - top));
    }

    /** Returns the real part of a column of points. */
    public double x(int column) {
        return region.x0() + (region.x1() - region.x0()) * column / size;
    }

    /** Returns the imaginary part of a row of points; row 0 is the upper one. */
    public double y(int row) {
        return region.y1() - (region.y1() - region.y0()) * row / size;
    }

    private int columns() {
        return ceilDiv(size, taskWidth);
    }

    private static int ceilDiv(int a, int b) {
        return (a + b - 1) / b;
    }
}
