package org.jmpi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jmpi.comm.control.ThreadStack;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.report.StateReport;
import org.jmpi.comm.session.RankThreads;
import org.jmpi.comm.session.RankWorld;
import org.jmpi.world.CurrentWorld;

/** The ranks of one call of {@code Jmpi.run}, as threads. */
final class Run<T> {
    /** How long ranks that are stopped may take to end; one that does not is left behind. */
    private static final long GRACE_NANOS = 5_000_000_000L;

    private static final int MOST_CAUSES = 100;

    private static final int NOBODY = -1;
    private static final int CALLER = -2;

    private final RankThreads worlds;
    private final int size;
    private final Callable<T> task;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReferenceArray<T> results;
    private final AtomicReferenceArray<Throwable> failures;

    /** The first one to end the run: a rank that failed, or the caller. */
    private final AtomicInteger first = new AtomicInteger(NOBODY);

    /** The messages with which the MPI calls of the other ranks fail then. */
    private final Set<String> reasons = ConcurrentHashMap.newKeySet();

    private RunStoppedException stop;
    private boolean interrupted;

    Run(RankThreads worlds, int size, Callable<T> task) {
        this.worlds = worlds;
        this.size = size;
        this.task = task;
        results = new AtomicReferenceArray<>(size);
        failures = new AtomicReferenceArray<>(size);
        worlds.onEnd(new Ends());
        for (int rank = 0; rank < size; rank++) {
            int own = rank;
            threads.add(new Thread(() -> runRank(own), "rank " + rank));
        }
    }

    /** @param limit null for none */
    List<T> run(Duration limit) {
        long start = System.nanoTime();
        threads.forEach(Thread::start);
        String reason = await(limit == null ? Long.MAX_VALUE : nanos(limit));
        if (reason != null) stop(reason, System.nanoTime() - start);
        for (int rank = 0; rank < size; rank++) worlds.world(rank).end("a Jmpi.run that has returned");
        worlds.close();
        if (interrupted) Thread.currentThread().interrupt();
        Throwable failure = failure();
        if (failure != null) throw Run.<RuntimeException>asIs(failure);
        List<T> all = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) all.add(results.get(rank));
        return Collections.unmodifiableList(all);
    }

    private static long nanos(Duration limit) {
        return limit.compareTo(Duration.ofNanos(Long.MAX_VALUE)) < 0 ? limit.toNanos() : Long.MAX_VALUE;
    }

    private void runRank(int rank) {
        RankWorld world = worlds.world(rank);
        CurrentWorld.bind(world);
        try {
            results.set(rank, task.call());
            if (!world.isFinished()) world.finish();
            world.end("a Jmpi.run, and the rank's body has returned");
        } catch (Throwable t) {
            failures.set(rank, t);
            boolean isFirst = first.compareAndSet(NOBODY, rank);
            if (!worlds.lose(rank, t) && isFirst) fail(reason(rank, t), t);
        }
    }

    private static String reason(int rank, Throwable cause) {
        return "rank " + rank + " failed: " + CommException.describe(cause);
    }

    private void fail(String reason, Throwable cause) {
        reasons.add(reason);
        worlds.fail(new CommException(ErrorClass.OTHER, reason, cause));
    }

    /** Hears of a rank that ends the run by a call, before the other ranks learn of it. */
    private final class Ends implements RankThreads.EndListener {
        @Override
        public void aborted(int rank, int code, String message) {
            reasons.add(message);
            first.compareAndSet(NOBODY, rank);
        }

        @Override
        public void failed(int rank, Throwable cause) {
            reasons.add(reason(rank, cause));
            first.compareAndSet(NOBODY, rank);
        }
    }

    /** Waits until all ranks have ended; returns why they have to be stopped, or null. */
    private String await(long nanos) {
        try {
            if (join(nanos)) return null;
            return "the ranks did not end within " + String.valueOf(nanos / 1e9).replaceAll("\\.0$", "") + " s";
        } catch (InterruptedException e) {
            interrupted = true;
            return "the run was interrupted";
        }
    }

    private boolean join(long nanos) throws InterruptedException {
        long start = System.nanoTime();
        for (Thread thread : threads)
            while (thread.isAlive()) {
                long left = nanos - (System.nanoTime() - start);
                if (left <= 0) return false;
                TimeUnit.NANOSECONDS.timedJoin(thread, left);
            }
        return true;
    }

    /** Ends the ranks, and notes what they were at. */
    private void stop(String reason, long nanos) {
        StateReport report = new StateReport(size);
        report.addCalls(worlds.blocked(), Math.min(StateReport.STEADY_NANOS, nanos / 2));
        for (int rank = 0; rank < size; rank++)
            if (threads.get(rank).isAlive()) report.addStacks(List.of(ThreadStack.of(rank, threads.get(rank))));
        report.addQueues(0, worlds.describe());
        first.compareAndSet(NOBODY, CALLER);
        fail(reason, null);
        threads.forEach(Thread::interrupt);
        stop = new RunStoppedException(
                reason + ": " + String.join("\n", report.diagnosis()) + "\n\n" + report.states(false) + awaitGrace());
    }

    /** Waits for the ranks that are stopped; returns which of them did not end. */
    private String awaitGrace() {
        long deadline = System.nanoTime() + GRACE_NANOS;
        boolean ended = false;
        while (!ended && System.nanoTime() < deadline) {
            try {
                ended = join(deadline - System.nanoTime());
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        StringBuilder text = new StringBuilder();
        for (Thread thread : threads)
            if (thread.isAlive())
                text.append('\n').append(thread.getName()).append(" goes on, though it was interrupted");
        return text.toString();
    }

    /** Returns what to throw, with what else went wrong as suppressed exceptions; null if nothing did. */
    private Throwable failure() {
        int rank = first.get();
        // A rank that has called MPI.Abort may have caught what the call throws.
        for (int other = 0; rank >= 0 && failures.get(rank) == null && other < size; other++)
            if (failures.get(other) != null) rank = other;
        Throwable thrown = rank >= 0 && failures.get(rank) != null ? failures.get(rank) : stop;
        if (thrown == null) return null;
        if (thrown != stop)
            thrown.addSuppressed(new RankFailure("rank " + rank + " of " + size + " failed", rank, null));
        for (int other = 0; other < size; other++) {
            Throwable own = failures.get(other);
            if (own == null || other == rank || follows(own, thrown)) continue;
            String message = "rank " + other + " of " + size + " failed, too";
            thrown.addSuppressed(new RankFailure(message, other, own == thrown ? null : own));
        }
        if (stop != null && thrown != stop) thrown.addSuppressed(stop);
        return thrown;
    }

    /** Returns whether a rank failed only because the run was ended. */
    private boolean follows(Throwable failure, Throwable thrown) {
        Throwable each = failure;
        for (int depth = 0; each != null && depth < MOST_CAUSES; depth++, each = each.getCause()) {
            String message = CommException.describe(each);
            if (each == thrown && depth > 0 || reasons.stream().anyMatch(message::endsWith)) return true;
            if (stop != null && (each instanceof InterruptedException || each instanceof RunStoppedException))
                return true;
        }
        return false;
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E asIs(Throwable t) throws E {
        throw (E) t;
    }
}
