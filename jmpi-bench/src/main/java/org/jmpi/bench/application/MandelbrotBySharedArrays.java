package org.jmpi.bench.application;

import org.jmpi.bench.Grid;
import org.jmpi.bench.Orbit;
import org.jmpi.bench.ProgressBar;
import org.jmpi.dsm.SharedInts;
import org.jmpi.dsm.SpaceOptions;

/**
 * Computes a picture by shared arrays. The pool of sections is the number of the next one, which a lock guards. All
 * ranks take sections, and write their points to the picture. Rank 0 reads it after a barrier.
 */
final class MandelbrotBySharedArrays extends SharedArraySolution<int[]> {
    private static final int POOL = 0;

    private final MandelbrotPicture picture;
    private final Grid grid;
    private final SharedInts next;
    private final SharedInts image;
    private int[] whole;

    MandelbrotBySharedArrays(MandelbrotPicture picture, SpaceOptions options) {
        super(options);
        this.picture = picture;
        grid = picture.grid();
        next = space.ints(1);
        image = space.ints(grid.points());
    }

    @Override
    public void run(ProgressBar progress) {
        int[] points = new int[grid.pointsPerTask()];
        for (int section = take(); section < grid.tasks(); section = take()) {
            Grid.Tile tile = grid.tile(section);
            Orbit.compute(grid, tile, picture.limit(), points, 0);
            image.write(tile.top() * grid.size(), points, 0, tile.points());
            progress.show(section, grid.tasks());
        }
        space.barrier();
        if (me > 0) return;
        whole = new int[image.length()];
        image.read(0, whole, 0, whole.length);
    }

    /** Takes a section from the pool. */
    private int take() {
        space.lock(POOL);
        int section = next.get(0);
        next.set(0, section + 1);
        space.unlock(POOL);
        return section;
    }

    @Override
    public int[] result() {
        return whole;
    }
}
