package org.jmpi.bench.application;

import jpvm.jpvmBuffer;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;
import org.jmpi.bench.Grid;
import org.jmpi.bench.Orbit;
import org.jmpi.bench.ProgressBar;

/**
 * Computes a picture by messages of PVM: the first task has a pool of sections, and gives the next one to the task that
 * has returned one. It computes none itself, except alone. A number that is no section ends a task.
 */
final class MandelbrotByPvm extends TaskSolution<int[]> {
    private static final int SECTION = 1;
    private static final int POINTS = 2;

    private final MandelbrotPicture picture;
    private final Grid grid;
    private final int[] image;

    MandelbrotByPvm(MandelbrotPicture picture) throws Exception, jpvmException {
        this.picture = picture;
        grid = picture.grid();
        image = me == 0 ? new int[grid.points()] : null;
    }

    @Override
    public void run(ProgressBar progress) throws jpvmException {
        if (me > 0) work();
        else if (tids.length > 1) giveOut(progress);
        else computeAll(progress);
    }

    private void computeAll(ProgressBar progress) {
        for (int section = 0; section < grid.tasks(); section++) {
            place(section, compute(section));
            progress.show(section, grid.tasks());
        }
    }

    private void giveOut(ProgressBar progress) throws jpvmException {
        int next = 0;
        for (int rank = 1; rank < tids.length; rank++) send(next++, tids[rank]);
        for (int done = 0; done < grid.tasks(); done++) {
            jpvmMessage message = jpvm.pvm_recv(POINTS);
            send(next++, message.sourceTid);
            int section = message.buffer.upkint();
            int[] points = new int[grid.tile(section).points()];
            message.buffer.unpack(points, points.length, 1);
            place(section, points);
            progress.show(done, grid.tasks());
        }
    }

    private void send(int section, jpvmTaskId to) throws jpvmException {
        jpvm.pvm_send(buffer(new int[] {section}), to, SECTION);
    }

    private void work() throws jpvmException {
        while (true) {
            int section = jpvm.pvm_recv(tids[0], SECTION).buffer.upkint();
            if (section >= grid.tasks()) return;
            int[] points = compute(section);
            jpvmBuffer buffer = new jpvmBuffer();
            buffer.pack(section);
            buffer.pack(points, points.length, 1);
            jpvm.pvm_send(buffer, tids[0], POINTS);
        }
    }

    private int[] compute(int section) {
        int[] points = new int[grid.tile(section).points()];
        Orbit.compute(grid, grid.tile(section), picture.limit(), points, 0);
        return points;
    }

    private void place(int section, int[] points) {
        System.arraycopy(points, 0, image, grid.tile(section).top() * grid.size(), points.length);
    }

    @Override
    public int[] result() {
        return image;
    }
}
