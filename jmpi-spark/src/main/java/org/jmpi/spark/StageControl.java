package org.jmpi.spark;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.spark.BarrierTaskContext;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.wireup.JobControl;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control of the ranks in an executor by Spark. A rank that fails throws out of its task. Spark then ends the other
 * tasks of the stage: by default it only marks them, and a thread looks for the mark.
 */
final class StageControl implements JobControl {
    private static final Logger LOG = LoggerFactory.getLogger(StageControl.class);
    private static final int LOOK_MILLIS = 100;

    /** More than Spark takes to end the tasks of a stage after one of them has failed. */
    private static final long END_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean peerLost;

    /**
     * Starts to look whether Spark ends a task.
     *
     * @param fails is called once when it does
     */
    void watch(BarrierTaskContext task, Consumer<CommException> fails) {
        new DaemonThread(() -> look(task, fails), "jmpi-spark-watch").start();
    }

    private void look(BarrierTaskContext task, Consumer<CommException> fails) {
        try {
            while (!task.isInterrupted()) if (closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) return;
        } catch (InterruptedException e) {
            throw new IllegalStateException("no other code has this thread", e);
        }
        fails.accept(ended(task));
    }

    static CommException ended(BarrierTaskContext task) {
        return new CommException(ErrorClass.OTHER, "Spark has ended stage " + task.stageId());
    }

    /** Returns whether a rank in another executor has failed. */
    boolean hasLostPeer() {
        return peerLost;
    }

    /** Waits until Spark ends a task, because another task has failed. */
    static void awaitEnd(BarrierTaskContext task) throws InterruptedException {
        long end = System.nanoTime() + END_NANOS;
        while (!task.isInterrupted() && System.nanoTime() < end) TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }

    @Override
    public void abort(int rank, int code, String message) {
        LOG.info(message);
    }

    @Override
    public void failed(int rank, String text) {
        LOG.info("rank {} failed: {}", rank, text);
    }

    @Override
    public void peerLost(int rank, int peer, String message) {
        peerLost = true;
        LOG.info("rank {} has lost rank {}: {}", rank, peer, message);
    }

    @Override
    public void finalized(int rank) {
        LOG.debug("rank {} has passed MPI.Finalize", rank);
    }

    @Override
    public void note(String text) {
        LOG.info(text);
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
