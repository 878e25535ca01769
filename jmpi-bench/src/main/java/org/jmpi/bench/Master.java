package org.jmpi.bench;

import mpi.MPI;
import mpi.Status;

/**
 * Rank 0 of {@link Mandelbrot}: hands out the tasks, and puts the results where they belong.
 *
 * <pre>
 *   task    int[1]           number of the task, or {@value #STOP}
 *   result  int[1 + points]  number of the task, then the iterations of its points, row by row
 * </pre>
 *
 * The next task goes to whichever worker has answered. Each worker has {@value #IN_FLIGHT} tasks: one that it computes,
 * and one that waits there, so that it need not wait for the master in between. Without workers the master computes all
 * tasks itself.
 */
public final class Master {
    static final int STOP = -1;
    static final int TAG_TASK = 1;
    static final int TAG_RESULT = 2;

    // Measured with mandelbrot --csv, 2 workers over sockets: about 10 % faster than with one; more do not help.
    private static final int IN_FLIGHT = 2;

    private final Grid grid;
    private final int limit;
    private final int workers = MPI.COMM_WORLD.Size() - 1;
    private final ProgressBar progress;
    private final int[] image;
    private final int[] tasksOf = new int[workers + 1];
    private final int[] task = new int[1];
    private final int[] result;

    /**
     * Prepares for one picture.
     *
     * @throws Exception if MPI fails
     */
    public Master(Grid grid, int limit, ProgressBar progress) throws Exception {
        this.grid = grid;
        this.limit = limit;
        this.progress = progress;
        image = new int[grid.points()];
        result = new int[1 + grid.pointsPerTask()];
    }

    /**
     * Has all tasks computed.
     *
     * @throws Exception if MPI fails
     */
    public void compute() throws Exception {
        if (workers == 0) {
            computeAlone();
        } else {
            distribute();
        }
        progress.end();
    }

    /** Returns the iterations of all points, row by row. */
    public int[] image() {
        return image;
    }

    /** Returns how many tasks each rank has computed. */
    public int[] tasksOf() {
        return tasksOf;
    }

    private void computeAlone() {
        for (int number = 0; number < grid.tasks(); number++) {
            result[0] = number;
            Orbit.compute(grid, grid.tile(number), limit, result, 1);
            place();
            progress.show(++tasksOf[0], grid.tasks());
        }
    }

    private void distribute() throws Exception {
        int tasks = grid.tasks();
        int next = 0;
        while (next < tasks && next < IN_FLIGHT * workers) assign(1 + next % workers, next++);
        for (int done = 1; done <= tasks; done++) {
            Status status = MPI.COMM_WORLD.Recv(result, 0, result.length, MPI.INT, MPI.ANY_SOURCE, TAG_RESULT);
            if (next < tasks) assign(status.source, next++);
            tasksOf[status.source]++;
            place();
            progress.show(done, tasks);
        }
        for (int worker = 1; worker <= workers; worker++) assign(worker, STOP);
    }

    private void assign(int worker, int number) throws Exception {
        task[0] = number;
        MPI.COMM_WORLD.Send(task, 0, 1, MPI.INT, worker, TAG_TASK);
    }

    private void place() {
        Grid.Tile tile = grid.tile(result[0]);
        int from = 1;
        int to = tile.top() * grid.size() + tile.left();
        for (int row = 0; row < tile.height(); row++) {
            System.arraycopy(result, from, image, to, tile.width());
            from += tile.width();
            to += grid.size();
        }
    }
}
