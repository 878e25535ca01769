package org.jmpi.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.BarrierTaskInfo;
import org.apache.spark.SparkEnv;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.session.RankThreads;
import org.jmpi.comm.session.RankWorld;
import org.jmpi.world.CurrentWorld;
import scala.Tuple2;

/** The ranks of one stage in this executor, which are threads of one process. */
final class ExecutorRanks {
    private static final int NOBODY = -1;
    private static final int LOOK_MILLIS = 100;

    /** Those of each job. */
    private static final Map<String, ExecutorRanks> HERE = new ConcurrentHashMap<>();

    private final String job;
    private final RankOrder order;
    private final StageControl control = new StageControl();
    private final CompletableFuture<RankThreads> worlds = new CompletableFuture<>();

    /** By rank. */
    private final Map<Integer, BarrierTaskContext> tasks = new TreeMap<>();

    /** The task that came last: it connects the ranks. */
    private volatile BarrierTaskContext last;

    private int left;

    /** The first rank here that has failed. */
    private final AtomicInteger failed = new AtomicInteger(NOBODY);

    private final AtomicBoolean closed = new AtomicBoolean();

    private ExecutorRanks(String job, RankOrder order) {
        this.job = job;
        this.order = order;
    }

    /** Runs a body as the rank that the calling task is, and returns the rank and the body's result. */
    static <T> Tuple2<Integer, T> run(BarrierTaskContext task, JmpiSpark.Body<T> body) throws Exception {
        String job = SparkEnv.get().conf().getAppId() + ".stage" + task.stageId() + "." + task.stageAttemptNumber();
        ExecutorRanks ranks = HERE.compute(job, (name, present) -> add(name, present, task));
        CurrentWorld.beginRun();
        try {
            if (ranks.last == task) ranks.connect();
            int rank = ranks.order.rank(task.partitionId());
            return new Tuple2<>(rank, ranks.run(rank, body));
        } finally {
            CurrentWorld.endRun();
            HERE.computeIfPresent(job, (name, present) -> present.leave() ? null : present);
        }
    }

    /** Called by one thread at a time. */
    private static ExecutorRanks add(String job, ExecutorRanks present, BarrierTaskContext task) {
        ExecutorRanks ranks = present;
        if (ranks == null) {
            List<String> addresses = Arrays.stream(task.getTaskInfos())
                    .map(BarrierTaskInfo::address)
                    .collect(Collectors.toList());
            ranks = new ExecutorRanks(job, new RankOrder(addresses));
        }
        ranks.tasks.put(ranks.order.rank(task.partitionId()), task);
        if (ranks.tasks.size() == ranks.order.count(task.partitionId())) ranks.last = task;
        return ranks;
    }

    /** Returns whether all that were added have left. Called by one thread at a time. */
    private boolean leave() {
        if (++left < tasks.size()) return false;
        control.close();
        if (worlds.isDone() && !worlds.isCompletedExceptionally()) close(worlds.join());
        return true;
    }

    private void close(RankThreads connected) {
        if (closed.compareAndSet(false, true)) connected.close();
    }

    private void connect() throws IOException {
        List<BarrierTaskContext> here = new ArrayList<>(tasks.values());
        ClassLoader loader = ExecutorRanks.class.getClassLoader();
        try (BarrierWireUp wireUp = new BarrierWireUp(here, order, job, control)) {
            RankThreads connected = RankThreads.of(wireUp.rank(), wireUp.count(), wireUp.size(), JmpiConfig.load());
            connected.onEnd(new Ends());
            connected.connect(wireUp, loader);
            control.watch(here.get(0), connected::fail);
            worlds.complete(connected);
        } catch (Throwable t) {
            worlds.completeExceptionally(t);
            throw t;
        }
    }

    private <T> T run(int rank, JmpiSpark.Body<T> body) throws Exception {
        RankThreads connected = awaitWorlds(tasks.get(rank));
        RankWorld world = connected.world(rank);
        CurrentWorld.bind(world);
        try {
            T result = body.call();
            if (!world.isFinished()) world.finish();
            world.end("a stage of Spark, and the rank's body has returned");
            return result;
        } catch (Throwable t) {
            fail(rank, t, connected);
            throw t;
        } finally {
            CurrentWorld.unbind();
        }
    }

    /** Waits until the last task of this executor has come and connected the ranks. */
    private RankThreads awaitWorlds(BarrierTaskContext task) throws InterruptedException, ExecutionException {
        while (true) {
            try {
                return worlds.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (task.isInterrupted()) throw StageControl.ended(task);
            }
        }
    }

    /**
     * Fails the other ranks, unless they have failed before. Then the failure of this rank may follow from another one:
     * Spark is to show that one.
     */
    private void fail(int rank, Throwable cause, RankThreads connected) throws InterruptedException {
        failed.compareAndSet(NOBODY, rank);
        if (failed.get() != rank || control.hasLostPeer()) StageControl.awaitEnd(tasks.get(rank));
        connected.fail(new CommException(ErrorClass.OTHER, "rank " + rank + " failed: " + cause, cause));
        // The ranks in other executors lose this one.
        close(connected);
    }

    /** Is notified of a rank that fails in a call, before the other ranks do. */
    private final class Ends implements RankThreads.EndListener {
        @Override
        public void aborted(int rank, int code, String message) {
            failed.compareAndSet(NOBODY, rank);
        }

        @Override
        public void failed(int rank, Throwable cause) {
            failed.compareAndSet(NOBODY, rank);
        }
    }
}
