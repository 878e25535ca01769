package org.jmpi.bench.application;

import mpi.MPI;
import org.jmpi.bench.Master;
import org.jmpi.bench.ProgressBar;
import org.jmpi.bench.Worker;

/**
 * Computes a picture by messages: rank 0 has a pool of sections, and gives the next one to the rank that has returned
 * one. Rank 0 computes none itself, except alone: so two ranks are as fast as one.
 */
final class MandelbrotByMessages implements Solution<int[]> {
    private final MandelbrotPicture picture;
    private int[] image;

    MandelbrotByMessages(MandelbrotPicture picture) {
        this.picture = picture;
    }

    @Override
    public void run(ProgressBar progress) throws Exception {
        if (MPI.COMM_WORLD.Rank() > 0) {
            new Worker(picture.grid(), picture.limit()).compute();
            return;
        }
        Master master = new Master(picture.grid(), picture.limit(), progress);
        master.compute();
        image = master.image();
    }

    @Override
    public int[] result() {
        return image;
    }
}
