package org.jmpi.bench;

import mpi.MPI;
import mpi.Request;

/**
 * The other ranks of {@link Mandelbrot}: compute tasks until the {@link Master} says stop. While one result is on its
 * way the next is computed into a second buffer.
 */
public final class Worker {
    private final Grid grid;
    private final int limit;
    private final int[] task = new int[1];
    private final int[][] results = new int[2][];
    private final Request[] sends = new Request[results.length];

    /** Prepares for one picture. */
    public Worker(Grid grid, int limit) {
        this.grid = grid;
        this.limit = limit;
        for (int k = 0; k < results.length; k++) results[k] = new int[1 + grid.pointsPerTask()];
    }

    /**
     * Computes tasks until there are no more.
     *
     * @throws Exception if MPI fails
     */
    public void compute() throws Exception {
        for (int k = 0; receive() != Master.STOP; k = 1 - k) {
            finish(k);
            Grid.Tile tile = grid.tile(task[0]);
            results[k][0] = task[0];
            Orbit.compute(grid, tile, limit, results[k], 1);
            sends[k] = MPI.COMM_WORLD.Isend(results[k], 0, 1 + tile.points(), MPI.INT, 0, Master.TAG_RESULT);
        }
        for (int k = 0; k < sends.length; k++) finish(k);
    }

    private int receive() throws Exception {
        MPI.COMM_WORLD.Recv(task, 0, 1, MPI.INT, 0, Master.TAG_TASK);
        return task[0];
    }

    private void finish(int k) throws Exception {
        if (sends[k] != null) sends[k].Wait();
        sends[k] = null;
    }
}
